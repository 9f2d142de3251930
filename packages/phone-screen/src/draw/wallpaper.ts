// Wallpapers: drawn landscapes, a different one for each model. Drawn once for each size and kept as a bitmap.
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import palettes from './palettes.json' with { type: 'json' };

interface Palette {
  readonly kind: 'hills' | 'city' | 'waves' | 'dunes';
  /** Hue of the accent that goes with it. */
  readonly hue: number;
  /** From top to bottom. */
  readonly sky: readonly string[];
  readonly disc: string;
  /** From back to front. */
  readonly hills: readonly string[];
}

const PALETTES = palettes as readonly Palette[];

const bitmaps = new Map<string, Canvas>();
/** Limit of all cached bitmaps; the least recently used one is removed first. */
const KEPT_BYTES = 64_000_000;

function palette(index: number): Palette {
  const chosen = PALETTES[Math.abs(index) % PALETTES.length] ?? PALETTES[0];
  if (!chosen) throw new Error('there are no wallpapers');
  return chosen;
}

export const wallpaperHue = (index: number): number => palette(index).hue;

/** A readable colour for text on the upper part of a wallpaper. */
export function wallpaperInk(index: number): string {
  const [top = ''] = palette(index).sky;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(top.slice(at, at + 2), 16));
  const luminance = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
  return luminance > 150 ? '#1d1d1f' : '#ffffff';
}

/** Draws the wallpaper over a whole canvas. */
export function drawWallpaper(ctx: SKRSContext2D, index: number): void {
  const { width, height } = ctx.canvas;
  ctx.save();
  ctx.resetTransform();
  ctx.drawImage(landscape(index, width, height), 0, 0);
  ctx.restore();
}

/** A drawn landscape of this size in pixels. The caller must not change the bitmap. */
export function landscape(index: number, width: number, height: number): Canvas {
  const key = `${index}:${width}x${height}`;
  let bitmap = bitmaps.get(key);
  bitmaps.delete(key);
  if (!bitmap) {
    bitmap = createCanvas(width, height);
    paint(bitmap.getContext('2d'), palette(index), index, width, height);
  }
  bitmaps.set(key, bitmap);
  let bytes = 0;
  for (const kept of bitmaps.values()) bytes += kept.width * kept.height * 4;
  for (const [oldest, kept] of bitmaps) {
    if (bytes <= KEPT_BYTES || oldest === key) break;
    bitmaps.delete(oldest);
    bytes -= kept.width * kept.height * 4;
  }
  return bitmap;
}

function paint(ctx: SKRSContext2D, colors: Palette, seed: number, width: number, height: number): void {
  const sky = ctx.createLinearGradient(0, 0, 0, height);
  colors.sky.forEach((color, i) => {
    sky.addColorStop((i / (colors.sky.length - 1)) * 0.8, color);
  });
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, width, height);
  const unit = Math.min(width, height);
  const discX = width * (0.3 + 0.4 * noise(seed, 1));
  const discY = height * 0.38;
  for (const [radius, alpha] of [
    [0.34, 0.1],
    [0.25, 0.16],
    [0.16, 1],
  ] as const) {
    ctx.globalAlpha = alpha;
    ctx.fillStyle = colors.disc;
    ctx.beginPath();
    ctx.arc(discX, discY, unit * radius, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  colors.hills.forEach((color, layer) => {
    const base = height * (0.52 + (0.4 * layer) / colors.hills.length);
    ctx.fillStyle = color;
    if (colors.kind === 'city') skyline(ctx, seed * 7 + layer, width, height, base, unit);
    else ridge(ctx, colors.kind, seed * 7 + layer, width, height, base, unit);
  });
}

function ridge(
  ctx: SKRSContext2D,
  kind: 'hills' | 'waves' | 'dunes',
  seed: number,
  width: number,
  height: number,
  base: number,
  unit: number,
): void {
  const roughness = { hills: 0.2, waves: 0.1, dunes: 0.14 }[kind];
  const waves = { hills: 2.6, waves: 1.6, dunes: 1.1 }[kind];
  ctx.beginPath();
  ctx.moveTo(0, height);
  for (let x = 0; x <= width + 4; x += 4) {
    const t = (x / width) * Math.PI * waves + noise(seed, 2) * 9;
    let y = Math.sin(t) * 0.6 + Math.sin(t * 2.1 + noise(seed, 3) * 5) * 0.28;
    if (kind === 'hills') y += Math.sin(t * 4.3 + noise(seed, 4) * 7) * 0.12;
    if (kind === 'dunes') y = Math.abs(Math.sin(t)) * 1.4 - 0.7;
    ctx.lineTo(x, base + y * unit * roughness);
  }
  ctx.lineTo(width, height);
  ctx.fill();
}

function skyline(
  ctx: SKRSContext2D,
  seed: number,
  width: number,
  height: number,
  base: number,
  unit: number,
): void {
  let x = 0;
  const ground = ctx.fillStyle;
  for (let i = 0; x < width; i++) {
    const tower = unit * (0.1 + 0.12 * noise(seed, i));
    const top = base - unit * 0.42 * noise(seed, i + 50);
    ctx.fillStyle = ground;
    ctx.fillRect(x, top, tower + 1, height - top);
    ctx.fillStyle = 'rgba(255, 214, 150, 0.35)';
    const pane = unit * 0.012;
    for (let row = 0; row < 14; row++) {
      for (let column = 0; column < 4; column++) {
        if (noise(seed * 31 + i, row * 4 + column) < 0.78) continue;
        ctx.fillRect(x + tower * (0.18 + column * 0.2), top + unit * (0.03 + row * 0.035), pane, pane * 1.6);
      }
    }
    x += tower;
  }
}

/** A pseudorandom number between 0 and 1, the same for the same arguments on each machine. */
export function noise(seed: number, index: number): number {
  const mixed = Math.imul(seed * 374_761_393 + index * 668_265_263 + 0x9e37_79b9, 0x85eb_ca6b);
  const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((again ^ (again >>> 16)) >>> 0) / 0x1_0000_0000;
}
