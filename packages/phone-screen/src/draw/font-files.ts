// Large fonts are split into many files by Unicode ranges. Only the files that a text needs are loaded, which takes
// milliseconds. Loading all files takes a second and slows down each later text.
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);

export interface FontOfFiles {
  /** The package of the font. */
  readonly folder: string;
  readonly family: string;
  readonly file: (subset: string) => string;
}

type Subset = { readonly file: string; readonly ranges: readonly (readonly [from: number, to: number])[] };

const subsetsOf = new Map<string, readonly Subset[]>();
const loaded = new Set<string>();

/** Loads the missing files for a letter with its combining marks. */
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

/** Prefers one file that contains all parts of the letter, because parts of different files are not combined. */
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

/** Parses a range in CSS syntax: U+2020 or U+20A0-20AB. */
function parseRange(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.trim().replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}
