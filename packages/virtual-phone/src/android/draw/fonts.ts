// Fonts come bundled, so that a phone looks the same on every machine. Those of other scripts than Latin, Greek and
// Cyrillic are loaded when a text first needs them.
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
const ICONS = 'PhoneIcons';
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];
/** Letters that the text font has itself: Latin, Greek, Cyrillic, general punctuation, currency. */
const PLAIN = /^[\n\t -\u024f\u0370-\u052f\u1e00-\u206f\u20a0-\u20bf\u2122]*$/;

/** Scripts with a font of their own. All others are drawn from the font for Chinese and Japanese, and emoji. */
const SCRIPTS = [
  { letters: /\p{Script=Hangul}+/gu, font: 'noto-sans-kr', family: 'PhoneKorean' },
  { letters: /\p{Script=Arabic}+/gu, font: 'noto-sans-arabic', family: 'PhoneArabic' },
  { letters: /\p{Script=Devanagari}+/gu, font: 'noto-sans-devanagari', family: 'PhoneDevanagari' },
  { letters: /\p{Script=Hebrew}+/gu, font: 'noto-sans-hebrew', family: 'PhoneHebrew' },
  { letters: /\p{Script=Thai}+/gu, font: 'noto-sans-thai', family: 'PhoneThai' },
] as const;

const loaded = new Set<string>();

/** Canvas font for a text; size in dp. */
export function textFont(text: string, sizeDp: number, weight: number): string {
  loadBasic();
  if (PLAIN.test(text)) return `${weight} ${sizeDp}px Phone`;
  const scripts = SCRIPTS.filter(({ letters }) => text.search(letters) >= 0);
  // Each of them takes a second to load on a busy machine: none is loaded that the text has no letter of.
  if (!PLAIN.test(scripts.reduce((rest, { letters }) => rest.replace(letters, ''), text))) loadWide();
  for (const { font, family } of scripts) loadOnce(family, () => registerAll(font, family));
  const families = ['Phone', ...scripts.map(({ family }) => family), 'PhoneWide', 'PhoneEmoji'];
  return `${weight} ${sizeDp}px ${families.join(', ')}`;
}

/** Canvas font in which a Material symbol's name draws the symbol. */
export function iconFont(sizeDp: number): string {
  loadBasic();
  return `400 ${sizeDp}px ${ICONS}`;
}

function loadBasic(): void {
  loadOnce('Phone', () => {
    for (const subset of SUBSETS) {
      register(`@fontsource-variable/roboto/files/roboto-${subset}-wght-normal.woff2`, 'Phone');
    }
    register('material-symbols/material-symbols-rounded.woff2', ICONS);
  });
}

function loadWide(): void {
  loadOnce('PhoneWide', () => {
    registerAll('noto-sans-sc', 'PhoneWide');
    register('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2', 'PhoneEmoji');
  });
}

function loadOnce(family: string, load: () => void): void {
  if (loaded.has(family)) return;
  loaded.add(family);
  load();
}

/** A font comes as many files, each for some letters. */
function registerAll(font: string, family: string): void {
  const unicode = require(`@fontsource-variable/${font}/unicode.json`) as Record<string, string>;
  for (const subset of Object.keys(unicode)) {
    const file = `${font}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    register(`@fontsource-variable/${font}/files/${file}`, family);
  }
}

function register(file: string, family: string): void {
  if (!GlobalFonts.registerFromPath(require.resolve(file), family)) {
    throw new Error(`The font ${file} can't be loaded`);
  }
}
