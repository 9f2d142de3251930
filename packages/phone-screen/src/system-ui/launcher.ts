// The parts that the home screen, the app drawer and the recent apps share.
import type { Image } from '@napi-rs/canvas';
import { drawAppIcon, type IconShape, type IconStyle } from '../draw/app-icon.ts';
import type { Scene } from '../draw/scene.ts';
import type { Rect } from '../draw/target.ts';
import type { Theme } from '../draw/theme.ts';

export interface LauncherEntry {
  readonly package: string;
  readonly label: string;
  readonly icon: IconStyle | Image;
}

export interface Launcher {
  /** All launchable apps, in the order of installation. */
  readonly entries: () => readonly LauncherEntry[];
  readonly shape: IconShape;
  readonly theme: () => Theme;
  readonly invalidate: () => void;
  readonly launch: (packageName: string, from: Rect) => void;
  readonly drawWallpaper: (scene: Scene) => void;
  /** A readable colour for text on the upper part of the wallpaper. */
  readonly ink: string;
}

const ICON = 54;

/** Draws an app in its cell. `offsetY` is the distance of the drawing's origin from the top of the screen. */
export function drawEntry(
  scene: Scene,
  { shape, launch }: Launcher,
  entry: LauncherEntry,
  cell: Rect,
  label: { readonly color: string; readonly hasShadow?: boolean },
  offsetY = 0,
): void {
  const centerX = cell.x + cell.width / 2;
  const top = cell.y + 6;
  drawAppIcon(scene, entry.icon, centerX, top + ICON / 2, ICON, shape);
  const from = { x: centerX - ICON / 2, y: top + offsetY, width: ICON, height: ICON };
  const onTap = () => launch(entry.package, from);
  scene.view(cell, { className: 'TextView', id: 'icon', text: entry.label, onTap }, () => {
    if (label.hasShadow === true) {
      scene.ctx.shadowColor = 'rgba(0, 0, 0, 0.45)';
      scene.ctx.shadowBlur = 3 * scene.scale;
    }
    scene.text(entry.label, centerX, top + ICON + 19, 12.5, label.color, {
      weight: 500,
      align: 'center',
      maxWidth: cell.width - 6,
    });
    scene.ctx.shadowColor = 'transparent';
  });
}
