import type { App, AppServices, BuiltInApp, Scene } from '@pocketfleet/phone-screen';
import { clockText } from '@pocketfleet/phone-screen';

export const clockApp: BuiltInApp = {
  packageName: 'com.android.deskclock',
  activity: 'com.android.deskclock.DeskClock',
  label: 'Clock',
  icon: { ground: ['#2c3350', '#161a2e'], symbol: 'schedule', color: '#ffffff' },
  create: (services) => createClock(services),
};

const CITIES = [
  ['London', 0],
  ['New York', -5],
  ['Tokyo', 9],
  ['Sydney', 11],
] as const;

function createClock(services: AppServices): App {
  let tab: 'clock' | 'stopwatch' = 'clock';
  let startedAt: number | undefined;
  let collected = 0;
  const laps: number[] = [];

  const elapsed = (now: number) => collected + (startedAt === undefined ? 0 : now - startedAt);
  const changed = (change: () => void) => () => {
    change();
    services.invalidate();
  };
  const toggle = changed(() => {
    const now = services.now();
    if (startedAt === undefined) startedAt = now;
    else {
      collected = elapsed(now);
      startedAt = undefined;
    }
  });
  const lapOrReset = changed(() => {
    if (startedAt !== undefined) {
      if (laps.length < 50) laps.unshift(elapsed(services.now()));
    } else {
      collected = 0;
      laps.length = 0;
    }
  });

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
    scene.text(clockText(scene.now), middle, below, {
      size: 52,
      weight: 300,
      color: theme.text,
      align: 'center',
    });
    CITIES.forEach(([city, hours], i) => {
      const y = below + 24 + i * 72;
      if (y + 64 > scene.height - 100) return;
      const card = { x: 20, y, width: scene.width - 40, height: 64 };
      scene.rounded(card, 20, theme.surface);
      scene.text(city, 40, y + 39, { size: 18, color: theme.text });
      const there = new Date(scene.now + hours * 3_600_000);
      const time = `${String(there.getUTCHours()).padStart(2, '0')}:${String(there.getUTCMinutes()).padStart(2, '0')}`;
      scene.text(time, scene.width - 40, y + 41, {
        size: 24,
        weight: 300,
        color: theme.text,
        align: 'right',
      });
    });
  };

  const button = (scene: Scene, x: number, y: number, icon: string, filled: boolean, onTap: () => void) => {
    const theme = services.theme();
    scene.circle(x, y, 40, filled ? theme.accent : theme.tint);
    scene.icon(icon, x, y, 32, filled ? theme.onAccent : theme.onTint, 1);
    scene.target({ x: x - 40, y: y - 40, width: 80, height: 80, onTap });
  };

  const drawStopwatch = (scene: Scene, top: number) => {
    const theme = services.theme();
    const middle = scene.width / 2;
    const time = elapsed(scene.now);
    scene.text(stopwatchText(time), middle, top + 150, {
      size: 64,
      weight: 300,
      color: theme.text,
      align: 'center',
    });
    if (startedAt !== undefined) scene.animate(30);
    laps.slice(0, 6).forEach((lap, i) => {
      const y = top + 210 + i * 34;
      scene.text(`Lap ${laps.length - i}`, 40, y, { size: 16, color: theme.secondText });
      scene.text(stopwatchText(lap), scene.width - 40, y, { size: 16, color: theme.text, align: 'right' });
    });
    const y = scene.height - scene.insets.bottom - 150;
    button(scene, middle - 60, y, startedAt === undefined ? 'replay' : 'flag', false, lapOrReset);
    button(scene, middle + 60, y, startedAt === undefined ? 'play_arrow' : 'pause', true, toggle);
  };

  const drawTabs = (scene: Scene) => {
    const theme = services.theme();
    const y = scene.height - scene.insets.bottom - 72;
    scene.rect({ x: 0, y, width: scene.width, height: scene.height - y }, theme.raised);
    const tabs = [
      ['clock', 'schedule', 'Clock'],
      ['stopwatch', 'timer', 'Stopwatch'],
    ] as const;
    tabs.forEach(([name, icon, label], i) => {
      const x = scene.width * (0.25 + 0.5 * i);
      if (tab === name) scene.rounded({ x: x - 32, y: y + 8, width: 64, height: 32 }, 16, theme.tint);
      scene.icon(icon, x, y + 24, 24, theme.text, tab === name ? 1 : 0);
      scene.text(label, x, y + 57, { size: 12.5, weight: 500, color: theme.text, align: 'center' });
      const choose = changed(() => {
        tab = name;
      });
      scene.target({ x: x - scene.width / 4, y, width: scene.width / 2, height: 72, onTap: choose });
    });
  };

  return {
    draw(scene) {
      scene.rect({ x: 0, y: 0, width: scene.width, height: scene.height }, services.theme().background);
      const top = scene.insets.top + 16;
      if (tab === 'clock') drawClock(scene, top);
      else drawStopwatch(scene, top);
      drawTabs(scene);
    },
  };
}

function stopwatchText(ms: number): string {
  const hundredths = Math.floor(ms / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
