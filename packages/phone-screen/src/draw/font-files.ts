// A font for many letters comes as many files, each for some of them: those that a text needs are found and loaded,
// which takes milliseconds. All of a font take a second, and make every later text slower.
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);

export interface FontOfFiles {
  /** Where it is installed; a file of it is named by its subset. */
  readonly folder: string;
  readonly family: string;
  readonly file: (subset: string) => string;
}

type Subset = { readonly file: string; readonly ranges: readonly (readonly [from: number, to: number])[] };

const subsetsOf = new Map<string, readonly Subset[]>();
const loaded = new Set<string>();

/** Loads what a letter needs and was not loaded before; a letter is what a person takes for one, marks and all. */
export function loadLetter(font: FontOfFiles, letter: string): void {
  for (const file of filesFor(font, letter)) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    registerFont(file, font.family);
  }
}

export function registerFont(file: string, family: string): void {
  if (!GlobalFonts.registerFromPath(require.resolve(file), family)) {
    throw new Error(`The font ${file} can't be loaded`);
  }
}

/** The file that has the whole letter: parts that are in several files are not put together. */
function filesFor(font: FontOfFiles, letter: string): string[] {
  const points = [...letter].map((part) => part.codePointAt(0) ?? 0);
  const subsets = subsetsIn(font);
  const whole = subsets.find((subset) => points.every((point) => has(subset, point)));
  if (whole) return [whole.file];
  return points.flatMap((point) => subsets.find((subset) => has(subset, point))?.file ?? []);
}

function has({ ranges }: Subset, point: number): boolean {
  return ranges.some(([from, to]) => point >= from && point <= to);
}

function subsetsIn(font: FontOfFiles): readonly Subset[] {
  const read = subsetsOf.get(font.family);
  if (read) return read;
  const unicode = require(`${font.folder}/unicode.json`) as Record<string, string>;
  const subsets = Object.entries(unicode).map(([subset, ranges]) => ({
    file: `${font.folder}/files/${font.file(subset.replace(/[[\]]/g, ''))}`,
    ranges: ranges.split(',').map(parseRange),
  }));
  subsetsOf.set(font.family, subsets);
  return subsets;
}

/** As CSS writes it: U+2020 or U+20A0-20AB. */
function parseRange(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.trim().replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
