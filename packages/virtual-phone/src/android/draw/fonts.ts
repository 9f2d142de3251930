// Fonts come bundled, so that a phone looks the same on every machine. The large ones (Chinese and Japanese, emoji)
// are loaded when a text first needs them.
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
const ICONS = 'PhoneIcons';
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];
/** Letters that the text font has itself: Latin, Greek, Cyrillic, general punctuation, currency. */
const PLAIN = /^[\n\t -\u024f\u0370-\u052f\u1e00-\u206f\u20a0-\u20bf\u2122]*$/;

let basic = false;
let wide = false;

/** Canvas font for a text; size in dp. */
export function textFont(text: string, sizeDp: number, weight: number): string {
  loadBasic();
  if (PLAIN.test(text)) return `${weight} ${sizeDp}px Phone`;
  loadWide();
  return `${weight} ${sizeDp}px Phone, PhoneWide, PhoneEmoji`;
}

/** Canvas font in which a Material symbol's name draws the symbol. */
export function iconFont(sizeDp: number): string {
  loadBasic();
  return `400 ${sizeDp}px ${ICONS}`;
}

function loadBasic(): void {
  if (basic) return;
  basic = true;
  for (const subset of SUBSETS) {
    register(`@fontsource-variable/roboto/files/roboto-${subset}-wght-normal.woff2`, 'Phone');
  }
  register('material-symbols/material-symbols-rounded.woff2', ICONS);
}

function loadWide(): void {
  if (wide) return;
  wide = true;
  for (const file of wideFiles()) register(`@fontsource-variable/noto-sans-sc/files/${file}`, 'PhoneWide');
  register('@fontsource/noto-color-emoji/files/noto-color-emoji-emoji-400-normal.woff2', 'PhoneEmoji');
}

function wideFiles(): string[] {
  const unicode = require('@fontsource-variable/noto-sans-sc/unicode.json') as Record<string, string>;
  return Object.keys(unicode).map(
    (subset) => `noto-sans-sc-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`,
  );
}

function register(file: string, family: string): void {
  if (!GlobalFonts.registerFromPath(require.resolve(file), family)) {
    throw new Error(`The font ${file} can't be loaded`);
  }
}
