import type { PhoneModel } from '@pocketfleet/phone-parts';

type Row = readonly [
  serial: string,
  model: string,
  manufacturer: string,
  device: string,
  androidVersion: string,
  apiLevel: number,
  width: number,
  height: number,
  density: number,
];

// Real products; two of them twice, so that several phones of one model can be rented. The short side of each panel has 720 to 1080 pixels.
const ROWS: readonly Row[] = [
  ['38291FDJH00A1K', 'Pixel 8', 'Google', 'shiba', '15', 35, 1080, 2400, 420],
  ['34171JEHN05XQ2', 'Pixel 7a', 'Google', 'lynx', '15', 35, 1080, 2400, 420],
  ['R5CW31KQ7ZP', 'SM-S911B', 'samsung', 'dm1q', '14', 34, 1080, 2340, 480],
  ['R58W90BTLXN', 'SM-A546B', 'samsung', 'a54x', '14', 34, 1080, 2340, 450],
  ['ZY22HKTQ8D', 'moto g power 5G - 2024', 'motorola', 'fogona', '14', 34, 1080, 2400, 400],
  ['9C181FFAZ0047P', 'Pixel 6a', 'Google', 'bluejay', '15', 35, 1080, 2400, 420],
  ['45061FDAP001NE', 'Pixel 9', 'Google', 'tokay', '16', 36, 1080, 2424, 420],
  ['R58WA1CXVGH', 'SM-A546B', 'samsung', 'a54x', '14', 34, 1080, 2340, 450],
  ['a3c91e07', 'Redmi Note 13', 'Xiaomi', 'sapphire', '14', 34, 1080, 2400, 440],
  ['8f2d64b1', 'CPH2451', 'OnePlus', 'salami', '14', 34, 1080, 2412, 450],
  ['9C241FFAZ0088L', 'Pixel 6a', 'Google', 'bluejay', '15', 35, 1080, 2400, 420],
  ['ZY32G7LM4R', 'moto e13', 'motorola', 'abel', '13', 33, 720, 1600, 280],
];

/** Xiaomi and OnePlus set ro.product.marketname. */
const MARKETING_NAMES: Readonly<Record<string, string>> = {
  sapphire: 'Redmi Note 13 4G',
  salami: 'OnePlus 11 5G',
};

/** The twelve virtual phones of a host, PF-001 to PF-012. */
export const PHONE_MODELS: readonly PhoneModel[] = ROWS.map((row, index) => {
  const [serial, model, manufacturer, device, androidVersion, apiLevel, width, height, density] = row;
  const tag = `PF-${String(index + 1).padStart(3, '0')}`;
  const marketingName = MARKETING_NAMES[device];
  return {
    tag,
    serial,
    model,
    manufacturer,
    device,
    androidVersion,
    apiLevel,
    width,
    height,
    density,
    wallpaper: index,
    ...(marketingName === undefined ? {} : { marketingName }),
  };
});

/** The n-th model. Beyond twelve the models repeat, with serials of their own, for tests with many phones. */
export function modelAt(index: number): PhoneModel {
  const base = PHONE_MODELS[index % PHONE_MODELS.length];
  if (base === undefined) throw new RangeError(`no model at ${index}`);
  const round = Math.floor(index / PHONE_MODELS.length);
  if (round === 0) return base;
  return { ...base, tag: `PF-${String(index + 1).padStart(3, '0')}`, serial: `${base.serial}X${round}` };
}
