// A letter that no font has is drawn as a box, the same for every letter.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { loadLargeFonts, textFont } from './fonts.ts';
import { unpackWoff, unpackWoffAside } from './woff.ts';

function drawn(text: string): string {
  const canvas = createCanvas(120, 60);
  const context = canvas.getContext('2d');
  context.font = textFont(text, 40, 400);
  context.fillText(text, 10, 45);
  return Buffer.from(context.getImageData(0, 0, 120, 60).data).toString('base64');
}

test.each([
  ['Latin', 'a', 'b'],
  ['Greek', 'α', 'β'],
  ['Cyrillic', 'ж', 'щ'],
  ['Chinese', '你', '好'],
  ['Japanese', 'ひ', 'カ'],
  ['Korean', '한', '국'],
  ['Arabic', 'ع', 'م'],
  ['Hindi', 'न', 'म'],
  ['Hebrew', 'ש', 'ל'],
  ['Thai', 'ส', 'ว'],
  ['emoji', '😀', '👍'],
])(
  '%s is written in letters, not in boxes, also beside other scripts',
  (_, one, other) => {
    const box = drawn('\u{10fffe}');
    expect(drawn(one)).not.toBe(drawn(other));
    expect(drawn(one)).not.toBe(box);
    expect(drawn(`한${one}`)).not.toBe(drawn(`한${other}`));
  },
  60_000,
);

test('a text loads the files of its own letters, not all of a font', () => {
  const filesOf = (family: string) =>
    GlobalFonts.families.find((one) => one.family === family)?.styles.length ?? 0;
  const before = filesOf('PhoneKorean');
  textFont('가', 20, 400);
  const after = filesOf('PhoneKorean');
  expect(after - before).toBeLessThanOrEqual(1);
  textFont('가', 20, 400);
  expect(filesOf('PhoneKorean')).toBe(after);
  expect(after).toBeLessThan(20);
});

test('a packed font is unpacked to the same, at once or aside, and only from its own kind of file', async () => {
  const file = (name: string) =>
    readFileSync(
      createRequire(import.meta.url).resolve(`@fontsource/noto-color-emoji/files/noto-color-emoji-${name}`),
    );
  const packed = file('1-400-normal.woff');
  const font = unpackWoff(packed);
  expect(font.readUInt32BE(0)).toBe(0x00010000);
  expect(font.length).toBe(packed.readUInt32BE(16));
  expect(font.equals(await unpackWoffAside(packed))).toBe(true);
  expect(() => unpackWoff(file('1-400-normal.woff2'))).toThrow('not a WOFF file');
  await loadLargeFonts();
});
