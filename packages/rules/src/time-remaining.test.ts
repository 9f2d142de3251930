import { expect, it } from 'vitest';
import { timeRemaining } from './time-remaining.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

it.each([
  [null, 'N/A'],
  [now - 1, 'Expired'],
  [now, 'Expired'],
  [now + 30_000, '0m'],
  [now + 59 * minute, '59m'],
  [now + 60 * minute, '1h'],
  [now + 11 * 60 * minute + 59 * minute, '11h'],
  [now + 23 * 60 * minute + 54 * minute, '23h'],
  [now + 23 * 60 * minute + 55 * minute, '23h'],
  [now + 24 * 60 * minute - 1, '23h'],
  [now + (6 * 24 + 23) * 60 * minute + 56 * minute, '6d 23h'],
  [now + 24 * 60 * minute, '1d 0h'],
  [now + (12 * 24 + 4) * 60 * minute, '12d 4h'],
])('an end at %s reads %s', (expiresAt, words) => {
  expect(timeRemaining(expiresAt, now)).toBe(words);
});
