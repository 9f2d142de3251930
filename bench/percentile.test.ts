import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

it('finds the sample at a rank, whatever the order', () => {
  const samples = [5, 1, 4, 2, 3];
  expect(percentile(samples, 0.5)).toBe(3);
  expect(percentile(samples, 0.95)).toBe(5);
  expect(percentile(samples, 0)).toBe(1);
});

it('refuses to invent a figure without samples', () => {
  expect(() => percentile([], 0.5)).toThrow('no samples');
});
