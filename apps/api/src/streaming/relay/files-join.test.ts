import { maxDayFileBytes } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { createDayLimit } from './files-join.ts';

it('lets a phone move its share of a day, and again the next day', () => {
  let nowMs = 0;
  const limit = createDayLimit(() => nowMs);
  expect(limit.add('a', maxDayFileBytes)).toBe(true);
  expect(limit.add('a', 1)).toBe(false);
  expect(limit.add('b', 1)).toBe(true);
  nowMs = 24 * 60 * 60_000;
  expect(limit.add('a', 1)).toBe(true);
});
