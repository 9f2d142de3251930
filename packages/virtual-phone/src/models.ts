import type { PhoneModel } from '@pocketfleet/phone-parts';
import rows from './models.json' with { type: 'json' };

/**
 * The twelve virtual phones of a host, PF-001 to PF-012. They are real products, two of them twice, so that several
 * phones of one model can be rented. The short side of each panel has 720 to 1080 pixels.
 */
export const PHONE_MODELS: readonly PhoneModel[] = rows.map(({ marketingName, ...row }, index) => ({
  ...row,
  tag: tagAt(index),
  wallpaper: index,
  ...(marketingName === undefined ? {} : { marketingName }),
}));

/** The n-th model. Beyond twelve the models repeat, with serials of their own, for tests with many phones. */
export function modelAt(index: number): PhoneModel {
  const base = PHONE_MODELS[index % PHONE_MODELS.length];
  if (base === undefined) throw new RangeError(`no model at ${index}`);
  const round = Math.floor(index / PHONE_MODELS.length);
  if (round === 0) return base;
  return { ...base, tag: tagAt(index), serial: `${base.serial}X${round}` };
}

function tagAt(index: number): string {
  return `PF-${String(index + 1).padStart(3, '0')}`;
}
