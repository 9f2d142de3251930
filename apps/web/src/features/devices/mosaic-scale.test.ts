import { expect, it } from 'vitest';
import { readMosaicScale, writeMosaicScale } from './mosaic-scale.ts';

it.each([
  ['', 0.6],
  ['mosaic_scale=0.4', 0.4],
  ['mosaic_scale=1.5', 1.5],
  ['mosaic_scale=0.3', 0.6],
  ['mosaic_scale=1.6', 0.6],
  ['mosaic_scale=abc', 0.6],
  ['x=1; mosaic_scale=0.9', 0.9],
])('the cookie "%s" reads as %d', (cookie, scale) => {
  expect(readMosaicScale({ cookie })).toBe(scale);
});

it('remembers the scale for 365 days', () => {
  const jar = { cookie: '' };
  writeMosaicScale(jar, { protocol: 'http:', hostname: 'localhost' }, 0.7000000000000001);
  expect(jar.cookie).toBe('mosaic_scale=0.7; Path=/; Max-Age=31536000; SameSite=Lax');
});
