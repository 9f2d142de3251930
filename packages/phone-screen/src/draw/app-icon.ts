import type { Image } from '@napi-rs/canvas';
import type { Scene } from './scene.ts';
import type { Rect } from './target.ts';

/** The look of a launcher icon without a picture: a symbol on a gradient. */
export interface IconStyle {
  readonly ground: readonly [string, string];
  readonly symbol: string;
  readonly color: string;
  /** A letter instead of the symbol, for packages without an icon. */
  readonly letter?: string;
}

export type IconShape = 'circle' | 'squircle';

/** Each maker uses one shape for all icons. */
export function iconShape(manufacturer: string): IconShape {
  return /samsung|xiaomi|oneplus/i.test(manufacturer) ? 'squircle' : 'circle';
}

/** Draws an icon centred on a point; `size` is its diameter in dp. */
export function drawAppIcon(
  scene: Scene,
  icon: IconStyle | Image,
  centerX: number,
  centerY: number,
  size: number,
  shape: IconShape,
): void {
  const rect = { x: centerX - size / 2, y: centerY - size / 2, width: size, height: size };
  const radius = shape === 'circle' ? size / 2 : size * 0.3;
  if (!('ground' in icon)) {
    scene.clipped(rect, () => scene.ctx.drawImage(icon, rect.x, rect.y, size, size), radius);
    return;
  }
  drawGround(scene, rect, radius, icon.ground);
  if (icon.letter) {
    scene.text(icon.letter, centerX, centerY + size * 0.17, size * 0.48, icon.color, {
      weight: 500,
      align: 'center',
    });
  } else {
    scene.icon(icon.symbol, centerX, centerY, size * 0.56, icon.color, 1);
  }
}

/** A style that is derived from a name, for packages without an icon. */
export function letterIcon(label: string, seed: string): IconStyle {
  let hash = 0;
  for (const letter of seed) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  const hue = Math.abs(hash) % 360;
  const letter = [...label.trim()][0]?.toUpperCase() ?? '?';
  return { ground: [`hsl(${hue} 58% 56%)`, `hsl(${hue} 62% 42%)`], symbol: '', color: '#ffffff', letter };
}

function drawGround(scene: Scene, rect: Rect, radius: number, ground: readonly [string, string]): void {
  const { ctx } = scene;
  const fill = ctx.createLinearGradient(rect.x, rect.y, rect.x, rect.y + rect.height);
  fill.addColorStop(0, ground[0]);
  fill.addColorStop(1, ground[1]);
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  ctx.fill();
}
