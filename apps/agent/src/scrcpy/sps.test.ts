import { h264ParseConfiguration } from '@yume-chan/scrcpy';
import { expect, test } from 'vitest';
import { BitReader, BitWriter } from './bits.ts';
import { rewriteSps, splitAnnexB, withoutReorder } from './sps.ts';

// Baseline, level 3.1, 720x1600, no VUI: 45 macroblocks wide, 100 high, 1 reference frame, order type 2.
function bareSps(): Uint8Array {
  const writer = new BitWriter();
  writer.bits(66, 8);
  writer.bits(0xc0, 8);
  writer.bits(31, 8);
  for (const value of [0, 0, 2, 1]) writer.ue(value); // id, frame number bits, order type, reference frames
  writer.bit(0);
  writer.ue(44);
  writer.ue(99);
  writer.bits(0b110, 3); // frames only, direct inference, no cropping
  writer.bit(0); // no VUI
  return Buffer.concat([Uint8Array.of(0x67), writer.finish()]);
}

test('an SPS without VUI gets one that allows no reordering, and keeps its size', () => {
  const rewritten = rewriteSps(bareSps());
  const pps = Uint8Array.of(0, 0, 0, 1, 0x68, 0xce, 0x3c, 0x80);
  const { croppedWidth, croppedHeight } = h264ParseConfiguration(
    Buffer.concat([Uint8Array.of(0, 0, 0, 1), rewritten, pps]),
  );
  expect([croppedWidth, croppedHeight]).toEqual([720, 1600]);
  expect(restrictionOf(rewritten)).toEqual({ reorder: 0, buffering: 1 });
});

test('an existing restriction is replaced by ours', () => {
  const once = rewriteSps(bareSps());
  expect(Buffer.from(rewriteSps(once)).toString('hex')).toBe(Buffer.from(once).toString('hex'));
});

test('a PPS and a truncated SPS stay unchanged', () => {
  const bytes = Uint8Array.of(0, 0, 1, 0x67, 66, 0, 0, 0, 1, 0x68, 0xce);
  expect([...withoutReorder(bytes)]).toEqual([0, 0, 0, 1, 0x67, 66, 0, 0, 0, 1, 0x68, 0xce]);
});

test('start codes of three and of four bytes separate units', () => {
  const units = splitAnnexB(Uint8Array.of(0, 0, 0, 1, 0x67, 1, 0, 0, 1, 0x68, 2));
  expect(units.map((unit) => [...unit])).toEqual([
    [0x67, 1],
    [0x68, 2],
  ]);
});

function restrictionOf(sps: Uint8Array): { reorder: number; buffering: number } {
  const clean = Buffer.from(sps.subarray(1))
    .toString('hex')
    .replaceAll(/000003(?=0[0-3])/g, '0000');
  const reader = new BitReader(Buffer.from(clean, 'hex'));
  reader.bits(24);
  for (let i = 0; i < 4; i++) reader.ue();
  reader.bit();
  reader.ue();
  reader.ue();
  reader.bits(3);
  expect(reader.bits(10)).toBe(0b1000000001); // VUI present, eight absent parts, restriction present
  reader.bit();
  for (let i = 0; i < 4; i++) reader.ue();
  return { reorder: reader.ue(), buffering: reader.ue() };
}
