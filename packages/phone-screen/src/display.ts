import type { PhoneModel, SettingsStore } from '@pocketfleet/phone-parts';

/** Size and density of the upright display: those of the panel, or the overrides of `wm`. */
export interface Display {
  readonly width: number;
  readonly height: number;
  /** dpi. */
  readonly density: number;
}

/** Limits of WindowManagerService.setForcedDisplaySize: the shortest side, and the factor to the panel's side. */
const MIN_SIDE = 200;
const MAX_SCALE = 2;
const MIN_DENSITY = 72;
const MAX_DENSITY = 1000;

export function displayOf(model: PhoneModel, settings: Pick<SettingsStore, 'get'>): Display {
  const size = /^(\d{1,6}),(\d{1,6})$/.exec(settings.get('global', 'display_size_forced') ?? '');
  const density = Number(settings.get('secure', 'display_density_forced') ?? model.density);
  const limit = (side: number, own: number) => Math.min(own * MAX_SCALE, Math.max(MIN_SIDE, side));
  return {
    width: size === null ? model.width : limit(Number(size[1]), model.width),
    height: size === null ? model.height : limit(Number(size[2]), model.height),
    density: Number.isInteger(density)
      ? Math.min(MAX_DENSITY, Math.max(MIN_DENSITY, density))
      : model.density,
  };
}
