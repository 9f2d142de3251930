// Plays a drawn clip with 30 pictures per second and music, which loads a stream like a real video.
import { KEY } from '@pocketfleet/phone-parts';
import { type App, type AppServices, noise, type Scene } from '@pocketfleet/phone-screen';
import { createTune } from './video-tune.ts';

const CLIP_FPS = 30;
const CLIP_MS = 60_000;
const CLIPS = [
  'Packing for the desert',
  'One burner, five meals',
  'Reading a topo map',
  'Sleeping warm at zero',
];

export function createVideo(services: AppServices): App {
  let playedMs = 0;
  let since: number | undefined;
  let turned = false;
  let silence: (() => void) | undefined;

  const position = (now: number) => (playedMs + (since === undefined ? 0 : now - since)) % CLIP_MS;
  const play = () => {
    if (since !== undefined) return;
    since = services.now();
    silence = services.playSound(createTune());
    services.invalidate();
  };
  const pause = () => {
    if (since === undefined) return;
    playedMs = position(services.now());
    since = undefined;
    silence?.();
    services.invalidate();
  };
  const toggle = () => (since === undefined ? play() : pause());
  play();

  const drawPlayer = (scene: Scene, top: number, height: number) => {
    const at = position(scene.now);
    const frame = { x: 0, y: top, width: scene.width, height };
    // The clip changes only at whole frames, however often the screen is drawn.
    const clipMs = Math.floor((at * CLIP_FPS) / 1000) * (1000 / CLIP_FPS);
    scene.clipped(frame, () => drawClip(scene, frame.width, top, height, clipMs));
    const description = since === undefined ? 'Play' : 'Pause';
    scene.view(frame, { className: 'ImageButton', id: 'player', description, onTap: toggle });
    if (since !== undefined) scene.animate(CLIP_FPS);
    else {
      scene.circle(scene.width / 2, top + height / 2, 34, 'rgba(0, 0, 0, 0.55)');
      scene.icon('play_arrow', scene.width / 2, top + height / 2, 40, '#ffffff', 1);
    }
    const bar = { x: 0, y: top + height - 4, width: scene.width, height: 4 };
    scene.rect(bar, 'rgba(255, 255, 255, 0.35)');
    scene.rect({ ...bar, width: (scene.width * at) / CLIP_MS }, '#ff3d47');
    const label = `${timeText(at)} / ${timeText(CLIP_MS)}`;
    scene.rounded(
      { x: scene.width - 102, y: top + height - 34, width: 90, height: 22 },
      5,
      'rgba(0, 0, 0, 0.6)',
    );
    scene.text(label, scene.width - 57, top + height - 18, 12, '#ffffff', { align: 'center' });
  };

  return {
    barIcons: 'light',
    get handle() {
      return turned || services.theme().dark ? 'light' : 'dark';
    },
    draw(scene) {
      const theme = services.theme();
      const full = scene.width > scene.height;
      turned = full;
      const top = full ? 0 : scene.insets.top;
      scene.rect(scene.bounds, full ? '#000000' : theme.background);
      scene.rect({ x: 0, y: 0, width: scene.width, height: top }, '#000000');
      const height = full ? scene.height : (scene.width * 9) / 16;
      drawPlayer(scene, top, height);
      if (full) return;
      let y = top + height + 34;
      const title = { weight: 600, maxWidth: scene.width - 32 };
      scene.text('Hiking the quiet side of Zion', 16, y, 20, theme.text, title);
      scene.text('212K views  ·  3 weeks ago', 16, y + 26, 13.5, theme.secondText);
      y += 46;
      CLIPS.forEach((clip, i) => {
        const cardY = y + i * 92;
        if (cardY > scene.height) return;
        scene.clipped(
          { x: 16, y: cardY, width: 142, height: 80 },
          () => scene.moved(16, 0, () => drawClip(scene, 142, cardY, 80, i * 9000 + 4000)),
          10,
        );
        scene.text(clip, 172, cardY + 30, 15.5, theme.text, { weight: 500, maxWidth: scene.width - 188 });
        scene.text(`Slow Miles  ·  ${8 + i * 3}:${12 + i * 7}`, 172, cardY + 52, 13, theme.secondText);
      });
    },
    onKey(keycode) {
      if (keycode !== KEY.MEDIA_PLAY_PAUSE && keycode !== KEY.SPACE) return false;
      toggle();
      return true;
    },
    pause,
    close: pause,
  };
}

/** A drive through hills from morning into the night. */
function drawClip(scene: Scene, width: number, top: number, height: number, ms: number): void {
  const { ctx } = scene;
  const t = ms / CLIP_MS;
  const sky = ctx.createLinearGradient(0, top, 0, top + height);
  const hue = 205 + 150 * Math.sin(t * Math.PI * 2) ** 2;
  const light = 58 - 34 * Math.sin(t * Math.PI) ** 2;
  sky.addColorStop(0, `hsl(${hue} 48% ${light}%)`);
  sky.addColorStop(1, `hsl(${hue + 40} 72% ${light + 22}%)`);
  ctx.fillStyle = sky;
  ctx.fillRect(0, top, width, height);
  const sunY = top + height * (0.28 + 0.34 * Math.abs(Math.sin(t * Math.PI * 2)));
  scene.circle(width * (0.15 + 0.7 * ((t * 2) % 1)), sunY, height * 0.11, '#ffe7b0');
  for (let layer = 0; layer < 4; layer++) {
    ctx.fillStyle = `hsl(${hue + 12 * layer} 38% ${Math.max(8, light - 14 - layer * 9)}%)`;
    const speed = 0.6 + layer * layer * 1.6;
    const base = top + height * (0.55 + layer * 0.11);
    ctx.beginPath();
    ctx.moveTo(0, top + height);
    for (let x = 0; x <= width + 6; x += 6) {
      const at = (x / width) * (2.2 + layer) + (ms / 1000) * speed * 0.22 + layer * 5;
      ctx.lineTo(x, base + (Math.sin(at * 1.7) + 0.5 * Math.sin(at * 3.9 + layer)) * height * 0.07);
    }
    ctx.lineTo(width, top + height);
    ctx.fill();
  }
  drawPosts(scene, width, top, height, ms);
}

function drawPosts(scene: Scene, width: number, top: number, height: number, ms: number): void {
  const gap = width * 0.3;
  const moved = (ms * width) / 1800;
  const first = Math.floor(moved / gap);
  scene.ctx.fillStyle = 'rgba(10, 12, 20, 0.85)';
  for (let i = first; i < first + 6; i++) {
    const x = i * gap - moved;
    const tall = height * (0.3 + 0.1 * noise(i, 3));
    scene.ctx.fillRect(x, top + height - tall, width * 0.012, tall);
    scene.ctx.fillRect(x - width * 0.03, top + height - tall + 3, width * 0.072, height * 0.018);
  }
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
