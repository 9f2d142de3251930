import { expect, it } from 'vitest';
import { opensIn } from './opens-in.ts';

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;

it.each([
  [30_000, 'Opens in 1 min'],
  [-5_000, 'Getting ready'],
  [59 * 60_000, 'Opens in 59 min'],
  [hour, 'Opens in 1 hour'],
  [30 * hour, 'Opens in 30 hours'],
  [72 * hour, 'Opens in 3 days'],
])('a start %d ms ahead reads "%s"', (ahead, label) => {
  expect(opensIn(now + ahead, now)).toBe(label);
});
