import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const repoDir = join(import.meta.dirname, '../../..');
const source = readFileSync(join(repoDir, 'packages/ui/src/colors.css'), 'utf8');
const [lightBlock = '', darkBlock = ''] = source.split(':root[data-theme="dark"]');
const light = colorsOf(lightBlock);
const themes = { light, dark: new Map([...light, ...colorsOf(darkBlock)]) };

const grounds = ['page', 'surface', 'sunken', 'hover'];
const texts = ['main', 'second', 'third', 'online', 'warning', 'error', 'scheduled'];
const textPairs = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground])),
  ['online', 'online-tint'],
  ['warning', 'warning-tint'],
  ['error', 'error-tint'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['ink', 'lime'],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(textPairs)('%s on %s can be read: 4.5:1', (text = '', ground = '') => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('borders of fields and the focus ring stand out on %s: 3:1', (ground) => {
    expect(contrast(theme, 'field', ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(theme, 'focus', ground)).toBeGreaterThanOrEqual(3);
  });
});

it('every colour of the dark theme is one of the light theme too', () => {
  expect([...colorsOf(darkBlock).keys()].filter((name) => !light.has(name))).toEqual([]);
});

it('no other style sheet writes a colour out', () => {
  const sheets = ['apps/web/src', 'packages/ui/src', 'packages/ui/gallery'].flatMap((folder) =>
    readdirSync(join(repoDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css') && file !== 'colors.css')
      .map((file) => join(repoDir, folder, file)),
  );
  expect(sheets.length).toBeGreaterThan(2);
  expect(sheets.filter((sheet) => /#[0-9a-f]{6}\b/i.test(readFileSync(sheet, 'utf8')))).toEqual([]);
});

it.each(['apps/web/public/theme.js', 'packages/ui/src/theme.tsx', 'apps/web/index.html'])(
  "%s paints the browser's own bar in colours of the page",
  (file) => {
    const written = readFileSync(join(repoDir, file), 'utf8').match(/#[0-9a-f]{6}\b/gi) ?? [];
    expect(written.length).toBeGreaterThan(0);
    const known = [light.get('ink'), light.get('paper')];
    expect(written.filter((color) => !known.includes(color.toLowerCase()))).toEqual([]);
  },
);

it('both sites put the remembered theme on the document alike', () => {
  const [web, team] = ['web', 'console'].map((app) =>
    readFileSync(join(repoDir, `apps/${app}/public/theme.js`), 'utf8'),
  );
  expect(team).toBe(web);
  expect(web).toContain("'pocketfleet-theme'");
});

/** Names without the prefix to values; a value that names another colour is that colour's. */
function colorsOf(block: string): Map<string, string> {
  const found = new Map(
    [...block.matchAll(/--pf-([\w-]+): (#[0-9a-f]{6}|var\(--pf-[\w-]+\));/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  );
  const named = /var\(--pf-([\w-]+)\)/;
  return new Map(
    [...found].map(([name, value]) => {
      const other = named.exec(value)?.[1];
      return [name, other ? (found.get(other) ?? light.get(other) ?? '') : value];
    }),
  );
}

/** WCAG 2.2, 1.4.3. */
function contrast(theme: 'light' | 'dark', one: string, other: string): number {
  const [a, b] = [one, other].map((name) => luminance(themes[theme].get(name) ?? ''));
  if (a === undefined || b === undefined) throw new Error('two colours have a contrast');
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1) ?? [];
  if (parts.length !== 3) throw new Error(`not a colour: ${color}`);
  const [red = 0, green = 0, blue = 0] = parts
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
