import { expect, it } from 'vitest';
import { u64 } from './little-endian.ts';

it.each([
  [1, '0100000000000000'],
  [-1, 'ffffffffffffffff'],
  [2 ** 53, '0000000000002000'],
  // The inode numbers of overlay file systems have their highest bit set.
  [2 ** 63 + 2 ** 12, '0010000000000080'],
])('u64 writes %d in 64 bits, the lowest byte first', (value, bytes) => {
  expect(u64(value).toString('hex')).toBe(bytes);
});
