import type { App, AppServices, Scene } from '@pocketfleet/phone-screen';
import { clockText } from '@pocketfleet/phone-screen';

const CITIES = [
  ['London', 0],
  ['New York', -5],
  ['Tokyo', 9],
  ['Sydney', 11],
] as const;

export function createClock(services: AppServices): App {
  const drawFace = (scene: Scene, x: number, y: number, radius: number) => {
    const theme = services.theme();
    const { ctx } = scene;
    scene.circle(x, y, radius, theme.surface);
    const hand = (turn: number, length: number, width: number, color: string) => {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.lineCap = 'round';
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + Math.sin(turn) * length, y - Math.cos(turn) * length);
      ctx.stroke();
    };
    for (let i = 0; i < 12; i++) {
      const turn = (i / 12) * Math.PI * 2;
      const at = radius * 0.86;
      scene.circle(x + Math.sin(turn) * at, y - Math.cos(turn) * at, i % 3 === 0 ? 4 : 2, theme.secondText);
    }
    const date = new Date(scene.now);
    const minutes = date.getMinutes() + date.getSeconds() / 60;
    hand(((date.getHours() + minutes / 60) / 12) * Math.PI * 2, radius * 0.5, 9, theme.text);
    hand((minutes / 60) * Math.PI * 2, radius * 0.72, 6, theme.accent);
    hand((date.getSeconds() / 60) * Math.PI * 2, radius * 0.78, 2, theme.secondText);
    scene.circle(x, y, 6, theme.accent);
    // The second hand steps once a second.
    scene.animate(1);
  };

  const drawClock = (scene: Scene, top: number) => {
    const theme = services.theme();
    const middle = scene.width / 2;
    const radius = Math.min(scene.width * 0.33, (scene.height - top) * 0.22);
    drawFace(scene, middle, top + radius + 12, radius);
    const below = top + radius * 2 + 70;
    scene.text(clockText(scene.now), middle, below, 52, theme.text, { weight: 300, align: 'center' });
    CITIES.forEach(([city, hours], i) => {
      const y = below + 24 + i * 72;
      if (y + 64 > scene.height - 100) return;
      const card = { x: 20, y, width: scene.width - 40, height: 64 };
      scene.rounded(card, 20, theme.surface);
      scene.text(city, 40, y + 39, 18, theme.text);
      const there = new Date(scene.now + hours * 3_600_000);
      const time = `${String(there.getUTCHours()).padStart(2, '0')}:${String(there.getUTCMinutes()).padStart(2, '0')}`;
      scene.text(time, scene.width - 40, y + 41, 24, theme.text, { weight: 300, align: 'right' });
    });
  };

  return {
    draw(scene) {
      scene.rect(scene.bounds, services.theme().background);
      drawClock(scene, scene.insets.top + 16);
    },
  };
}
