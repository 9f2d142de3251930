// Wallpapers: drawn landscapes, a different one for each model. Drawn once for each size and kept as a bitmap.
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

interface Palette {
  /** Hue of the accent that goes with it. */
  readonly hue: number;
  readonly sky: readonly string[];
  readonly disc: string;
  readonly hills: readonly string[];
  readonly kind: 'hills' | 'city' | 'waves' | 'dunes';
}

/** Kind, hue, sky from top to bottom, disc, and hills from back to front. */
const PALETTES = (
  [
    ['hills', 190, '#0a1a2f #123b52 #1f6d74', '#5fb3a8', '#17525e #103f4d #0a2c39 #061d28'],
    ['dunes', 18, '#6d3a4a #d7685a #f6b98a', '#ffd9a0', '#c8674f #9c4a48 #6f3742 #452a38'],
    ['city', 300, '#241538 #6b2f6b #d5647a', '#ff9d7e', '#5a2b5e #40204c #281536'],
    ['waves', 215, '#e8effa #c6d8f3 #9dbcec', '#ffffff', '#7fa6e4 #5b87d3 #3d68b8 #274b92'],
    ['hills', 140, '#dff0e2 #b9dec4 #8cc6a4', '#fff7d6', '#7db894 #569a76 #357a5a #1f5a44'],
    ['waves', 255, '#171430 #2d2760 #5a4aa6', '#b9a6ff', '#4b3f92 #372e74 #251f55 #17143a'],
    ['hills', 35, '#fbe7c9 #f8c98e #ef9a62', '#fff3d0', '#dc8458 #b5634d #834745 #553138'],
    ['city', 205, '#071523 #0f3145 #1f6279', '#58a79f', '#12394b #0c2838 #071a27'],
    ['dunes', 340, '#fde3e6 #f7bcc8 #ea8fa8', '#fff1ea', '#d9768f #b4597c #844366 #53304e'],
    ['dunes', 95, '#f4f3d8 #dfe5aa #b6cf83', '#ffffff', '#9dbb6c #769c57 #527b46 #345937'],
    ['hills', 230, '#11162a #29355f #7d7fb8', '#f1d9c9', '#535c93 #3b4474 #272e55 #171c38'],
    ['waves', 165, '#04231f #0c4a42 #1d8674', '#8fe3c4', '#156a5e #0f5048 #0a3833 #052521'],
  ] as const
).map(
  ([kind, hue, sky, disc, hills]): Palette => ({
    kind,
    hue,
    sky: sky.split(' '),
    disc,
    hills: hills.split(' '),
  }),
);

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
