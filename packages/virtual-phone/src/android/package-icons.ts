import { type Image, loadImage } from '@napi-rs/canvas';
import type { InstalledPackage } from '../phone-parts.ts';
import { builtInApp } from './app-list.ts';
import { type IconStyle, letterIcon } from './draw/app-icon.ts';

const ICON_LIMIT_BYTES = 2_000_000;

export interface PackageIcons {
  of(app: InstalledPackage): IconStyle | Image;
}

/** Launcher icons. A package's own picture is decoded once; until then, and if it is broken, a letter stands in. */
export function createPackageIcons(invalidate: () => void): PackageIcons {
  const decoded = new WeakMap<Uint8Array, Image | 'pending'>();
  return {
    of(app) {
      const builtIn = builtInApp(app.name);
      if (builtIn) return builtIn.icon;
      const fallback = letterIcon(app.label, app.name);
      if (!app.icon || app.icon.length > ICON_LIMIT_BYTES) return fallback;
      const { icon } = app;
      const image = decoded.get(icon);
      if (image === undefined) {
        decoded.set(icon, 'pending');
        loadImage(icon).then(
          (loaded) => {
            decoded.set(icon, loaded);
            invalidate();
          },
          () => {},
        );
      }
      return image === undefined || image === 'pending' ? fallback : image;
    },
  };
}
