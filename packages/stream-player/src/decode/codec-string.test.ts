import { expect, it } from 'vitest';
import { codecStringOf } from './codec-string.ts';

const pps = [0, 0, 0, 1, 0x68, 0xce, 0x3c, 0x80];

it.each([
  ['High 3.1 behind a four-byte start code', [0, 0, 0, 1, 0x67, 0x64, 0x00, 0x1f, 0xac], 'avc1.64001f'],
  ['constrained Baseline behind three bytes', [0, 0, 1, 0x27, 0x42, 0xe0, 0x28, 0x8d], 'avc1.42e028'],
  ['an SPS that follows the PPS', [...pps, 0, 0, 0, 1, 0x67, 0x4d, 0x40, 0x2a, 1], 'avc1.4d402a'],
])('comes from %s', (_, bytes, codec) => {
  expect(codecStringOf(Uint8Array.from(bytes))).toBe(codec);
});

it('is unknown without an SPS', () => {
  expect(codecStringOf(Uint8Array.from(pps))).toBeUndefined();
  expect(codecStringOf(Uint8Array.of(0, 0, 0, 1, 0x67))).toBeUndefined();
});
