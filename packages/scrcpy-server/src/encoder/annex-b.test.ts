import { expect, test } from 'vitest';
import { splitParameterSets } from './annex-b.ts';

const sps = [0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x20];
const pps = [0, 0, 0, 1, 0x68, 0xce, 0x3c, 0x80];
const slice = [0, 0, 0, 1, 0x65, 0xb8, 0, 0, 4];

test('the SPS and PPS of a key frame become the config packet', () => {
  const split = splitParameterSets(Uint8Array.from([...sps, ...pps, ...slice]));
  expect([...(split.config ?? [])]).toEqual([...sps, ...pps]);
  expect([...split.data]).toEqual(slice);
});

test('three-byte start codes are found too', () => {
  const split = splitParameterSets(Uint8Array.from([...sps.slice(1), ...pps.slice(1), ...slice.slice(1)]));
  expect([...(split.config ?? [])]).toEqual([...sps.slice(1), ...pps.slice(1)]);
  expect([...split.data]).toEqual(slice.slice(1));
});

test('a frame without parameter sets is not changed', () => {
  const split = splitParameterSets(Uint8Array.from(slice));
  expect(split.config).toBeUndefined();
  expect([...split.data]).toEqual(slice);
});
