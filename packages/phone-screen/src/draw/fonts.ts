// Fonts are bundled, so that a phone looks the same on every machine. Fonts of scripts other than Latin, Greek and
// Cyrillic are loaded letter by letter when a text first needs them.
import { createRequire } from 'node:module';
import { type FontOfFiles, loadLetter, registerFont } from './font-files.ts';

const require = createRequire(import.meta.url);

const ICONS = 'PhoneIcons';
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];
/** Letters of the default font: Latin, Greek, Cyrillic, general punctuation, currency. */
const PLAIN = /^[\n\t -\u024f\u0370-\u052f\u1e00-\u206f\u20a0-\u20bf\u2122]*$/;

/** Scripts with a font of their own. Other scripts use the font for Chinese and Japanese. */
const SCRIPTS = [
  { letter: /\p{Script=Hangul}/u, font: noto('noto-sans-kr', 'PhoneKorean') },
  { letter: /\p{Script=Arabic}/u, font: noto('noto-sans-arabic', 'PhoneArabic') },
  { letter: /\p{Script=Devanagari}/u, font: noto('noto-sans-devanagari', 'PhoneDevanagari') },
  { letter: /\p{Script=Hebrew}/u, font: noto('noto-sans-hebrew', 'PhoneHebrew') },
  { letter: /\p{Script=Thai}/u, font: noto('noto-sans-thai', 'PhoneThai') },
] as const;
const WIDE = noto('noto-sans-sc', 'PhoneWide');
const EMOJI = 'PhoneEmoji';
/** Includes flags and keycaps such as 1️⃣, whose parts are plain letters. */
const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const loaded = new Set<string>();

/** Canvas font for a text; size in dp. */
export function textFont(text: string, sizeDp: number, weight: number): string {
  loadBasic();
  if (PLAIN.test(text)) return `${weight} ${sizeDp}px Phone`;
  const families = new Set(['Phone']);
  let hasEmoji = false;
  for (const { segment } of letters.segment(text)) {
    if (PLAIN.test(segment)) continue;
    if (isEmoji.test(segment)) {
      hasEmoji = true;
      continue;
    }
    const { font } = SCRIPTS.find(({ letter }) => letter.test(segment)) ?? { font: WIDE };
    loadLetter(font, segment);
    families.add(font.family);
  }
  if (hasEmoji) {
    loadEmoji();
    families.add(EMOJI);
  }
  return `${weight} ${sizeDp}px ${[...families].join(', ')}`;
}

/** Canvas font in which a Material symbol's name draws the symbol. */
export function iconFont(sizeDp: number): string {
  loadBasic();
  return `400 ${sizeDp}px ${ICONS}`;
}

function loadBasic(): void {
  loadOnce(ICONS, () => {
    for (const subset of SUBSETS) {
      registerFont(`@fontsource-variable/roboto/files/roboto-${subset}-wght-normal.woff2`, 'Phone');
    }
    registerFont(require.resolve('material-symbols/material-symbols-rounded.woff2'), ICONS);
  });
}

function loadEmoji(): void {
  const file = require.resolve(
    '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
  );
  loadOnce(EMOJI, () => registerFont(file, EMOJI));
}

function loadOnce(family: string, load: () => void): void {
  if (loaded.has(family)) return;
  loaded.add(family);
  load();
}

function noto(name: string, family: string): FontOfFiles {
  const folder = `@fontsource-variable/${name}`;
  return { folder, family, file: (subset) => `${name}-${subset}-wght-normal.woff2` };
}
