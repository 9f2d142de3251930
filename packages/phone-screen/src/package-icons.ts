import { Image } from '@napi-rs/canvas';
import type { InstalledPackage } from '@pocketfleet/phone-parts';
import type { BuiltInApp } from './app.ts';
import { type IconStyle, letterIcon } from './draw/app-icon.ts';

const ICON_LIMIT_BYTES = 2_000_000;
/** The longest side: a small file can decode to gigabytes. Launchers use 512 at most. */
const ICON_LIMIT_PIXELS = 2_048;

/** Launcher icons. A package's picture is decoded once; a broken or too large one is replaced by a letter. */
export function createPackageIcons(builtInApps: readonly BuiltInApp[]) {
  const decoded = new WeakMap<Uint8Array, Image>();
  return {
    of(app: InstalledPackage): IconStyle | Image {
      const builtIn = builtInApps.find((one) => one.packageName === app.name);
      if (builtIn) return builtIn.icon;
      const fallback = letterIcon(app.label, app.name);
      const { icon } = app;
      if (!icon || icon.length > ICON_LIMIT_BYTES) return fallback;
      const image = decoded.get(icon) ?? decode(icon);
      decoded.set(icon, image);
      const isUsable = image.width > 0 && Math.max(image.width, image.height) <= ICON_LIMIT_PIXELS;
      return isUsable ? image : fallback;
    },
  };
}

/** A broken picture has width 0. */
function decode(bytes: Uint8Array): Image {
  const image = new Image();
  image.onerror = () => undefined;
  image.src = Buffer.from(bytes);
  return image;
}
