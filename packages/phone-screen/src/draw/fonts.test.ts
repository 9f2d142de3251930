// A letter that is missing in all fonts is drawn as a box.
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { textFont } from './fonts.ts';

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

test('a text loads only the font files of its letters', () => {
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
