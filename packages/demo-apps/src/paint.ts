// A drawing pad. Each finger draws at once, and a touch is visible on the next picture: latency is measured with this
// app, because it reacts to nothing but touches.
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TouchAction } from '@pocketfleet/phone-parts';
import type { App, AppServices, Scene } from '@pocketfleet/phone-screen';
import { z } from 'zod';

const COLORS = ['#1d1d1f', '#e5484d', '#f2a33a', '#2f9e63', '#2f6fe0', '#8b4fd8'];
const COLOR_NAMES = ['Black', 'Red', 'Orange', 'Green', 'Blue', 'Purple'];
const FILE = 'paint.json';
const PEN_DP = 7;
const BAR_DP = 64;
const STROKE_LIMIT = 2_000;
const POINT_LIMIT = 100_000;

const storedStrokes = z
  .array(z.object({ color: z.string().max(16), points: z.array(z.number()).max(POINT_LIMIT) }))
  .max(STROKE_LIMIT);

/** Points are x, y, x, y... in dp. */
interface Stroke {
  readonly color: string;
  readonly points: number[];
}

/** The strokes as a bitmap at one scale; new segments are added to it. */
interface Sheet {
  readonly canvas: Canvas;
  readonly drawn: number[];
}

export function createPaint(services: AppServices): App {
  let strokes: Stroke[] = [];
  let points = 0;
  let color = 1;
  const active = new Map<number, Stroke>();
  const sheets = new Map<string, Sheet>();

  const restart = (next: Stroke[]) => {
    strokes = next;
    points = next.reduce((sum, stroke) => sum + stroke.points.length, 0);
    active.clear();
    sheets.clear();
    services.invalidate();
  };
  const stored = storedStrokes.safeParse(parseJson(services.state.read(FILE) ?? ''));
  if (stored.success) restart(stored.data);
  const save = () => services.state.write(FILE, JSON.stringify(strokes));

  const touch = (action: TouchAction, pointerId: number, x: number, y: number) => {
    if (action === 'down') {
      if (strokes.length >= STROKE_LIMIT || points >= POINT_LIMIT) return;
      const fingers = active.size;
      const stroke = { color: COLORS[(color + fingers) % COLORS.length] ?? '#000000', points: [x, y] };
      active.set(pointerId, stroke);
      strokes.push(stroke);
    } else {
      const stroke = active.get(pointerId);
      if (!stroke || points >= POINT_LIMIT) return;
      stroke.points.push(x, y);
      if (action !== 'move') {
        active.delete(pointerId);
        save();
      }
    }
    points += 2;
    services.invalidate();
  };

  const sheetFor = (scene: Scene): Sheet => {
    const width = Math.ceil(scene.width * scene.scale);
    const height = Math.ceil(scene.height * scene.scale);
    const key = `${width}x${height}`;
    let sheet = sheets.get(key);
    if (!sheet) {
      if (sheets.size >= 3) sheets.clear();
      sheet = { canvas: createCanvas(width, height), drawn: [] };
      const ctx = sheet.canvas.getContext('2d');
      ctx.fillStyle = '#ffffff';
      ctx.fillRect(0, 0, width, height);
      ctx.scale(scene.scale, scene.scale);
      sheets.set(key, sheet);
    }
    const ctx = sheet.canvas.getContext('2d');
    strokes.forEach((stroke, index) => {
      const from = sheet.drawn[index] ?? 0;
      if (from < stroke.points.length) continueStroke(ctx, stroke, from);
      sheet.drawn[index] = stroke.points.length;
    });
    return sheet;
  };

  const drawBar = (scene: Scene) => {
    const top = scene.height - scene.insets.bottom - BAR_DP;
    const bar = { x: 16, y: top, width: scene.width - 32, height: BAR_DP - 10 };
    scene.rounded(bar, 27, '#f0eef6');
    scene.target({ ...bar, blocks: true });
    const step = (bar.width - 60) / COLORS.length;
    COLORS.forEach((hue, i) => {
      const x = bar.x + 12 + step * (i + 0.5);
      const y = bar.y + bar.height / 2;
      if (i === color) scene.circle(x, y, 18, '#d5cff0');
      scene.circle(x, y, 13, hue);
      const choose = () => {
        color = i;
        services.invalidate();
      };
      const dot = { x: x - step / 2, y: bar.y, width: step, height: bar.height };
      const description = COLOR_NAMES[i] ?? hue;
      scene.view(dot, { className: 'RadioButton', description, isChecked: i === color, onTap: choose });
    });
    const x = bar.x + bar.width - 30;
    scene.icon('delete', x, bar.y + bar.height / 2, 24, '#3d3a4a');
    const clear = () => {
      restart([]);
      save();
    };
    const bin = { x: x - 26, y: bar.y, width: 52, height: bar.height };
    scene.view(bin, { className: 'ImageButton', id: 'clear', description: 'Clear', onTap: clear });
  };

  return {
    barIcons: 'dark',
    handle: 'dark',
    draw(scene) {
      const { ctx } = scene;
      ctx.save();
      const { a, e, f } = ctx.getTransform();
      const sheet = sheetFor(scene).canvas;
      // Without scaling, the copy is by far the cheapest.
      if (a === scene.scale) {
        ctx.setTransform(1, 0, 0, 1, e, f);
        ctx.drawImage(sheet, 0, 0);
      } else ctx.drawImage(sheet, 0, 0, scene.width, scene.height);
      ctx.restore();
      if (strokes.length === 0) {
        scene.text('Draw with one finger or ten', scene.width / 2, scene.height * 0.42, 17, '#8b8894', {
          align: 'center',
        });
      }
      scene.view(scene.bounds, {
        className: 'android.view.View',
        id: 'canvas',
        description: 'Drawing',
        touch,
      });
      drawBar(scene);
    },
  };
}

function continueStroke(ctx: SKRSContext2D, stroke: Stroke, from: number): void {
  const { points } = stroke;
  const start = Math.max(0, from - 2);
  ctx.strokeStyle = stroke.color;
  ctx.lineWidth = PEN_DP;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(points[start] ?? 0, points[start + 1] ?? 0);
  // A canvas draws no line of length 0, but a tap must leave a dot.
  ctx.lineTo((points[start] ?? 0) + 0.01, points[start + 1] ?? 0);
  for (let i = start + 2; i < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  ctx.stroke();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
