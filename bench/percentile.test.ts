import { expect, it } from 'vitest';
import { percentile, slowestFigure } from './percentile.ts';

it('finds the sample at a rank, whatever the order', () => {
  const samples = [5, 1, 4, 2, 3];
  expect(percentile(samples, 0.5)).toBe(3);
  expect(percentile(samples, 0.95)).toBe(5);
  expect(percentile(samples, 0)).toBe(1);
});

it('refuses to invent a figure without samples', () => {
  expect(() => percentile([], 0.5)).toThrow('no samples');
});

it('names the tail of few samples the slowest one', () => {
  expect(slowestFigure('cold', [3, 9, 6])).toEqual({ what: 'cold, slowest of 3', value: 9, unit: 'ms' });
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(slowestFigure('', hundred)).toEqual({ what: 'p95', value: 95, unit: 'ms' });
});
