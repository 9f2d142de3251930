import type { Image } from '@napi-rs/canvas';
import type { InstalledPackage } from '@pocketfleet/phone-parts';
import type { App, AppServices } from './app.ts';
import { drawAppIcon, type IconShape, type IconStyle } from './draw/app-icon.ts';

/** The page of an installed package: its icon, name and version. Its code can't run on a drawn phone. */
export function createGenericApp(
  services: AppServices,
  app: InstalledPackage,
  icon: () => IconStyle | Image,
  shape: IconShape,
): App {
  let opened: string | undefined;
  return {
    open(uri) {
      opened = uri;
      services.invalidate();
    },
    draw(scene) {
      const theme = services.theme();
      scene.rect(scene.bounds, theme.background);
      const middle = scene.width / 2;
      const top = scene.insets.top + Math.max(24, scene.height * 0.12);
      drawAppIcon(scene, icon(), middle, top + 48, 96, shape);
      scene.text(app.label, middle, top + 136, 24, theme.text, {
        weight: 500,
        align: 'center',
        maxWidth: scene.width - 48,
      });
      scene.text(`Version ${app.versionName}`, middle, top + 162, 14, theme.secondText, { align: 'center' });
      const rows: [string, string][] = [
        ['Package', app.name],
        ['Version code', String(app.versionCode)],
        ['Activity', app.launcherActivity ?? 'none'],
        ...(opened ? [['Opened', opened] as [string, string]] : []),
      ];
      const card = { x: 20, y: top + 192, width: scene.width - 40, height: rows.length * 56 + 8 };
      scene.rounded(card, 20, theme.surface);
      rows.forEach(([name, value], i) => {
        const y = card.y + 4 + i * 56;
        scene.text(name, card.x + 20, y + 22, 13, theme.secondText);
        scene.text(value, card.x + 20, y + 42, 15, theme.text, { maxWidth: card.width - 40 });
      });
    },
  };
}
