import { expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatClock,
  formatCount,
  formatCountdown,
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatMoment,
  formatZone,
  humanize,
} from './format.ts';

const newYork = 'America/New_York';
const now = Date.UTC(2026, 10, 23, 14);
const hour = 3_600_000;

it('a moment is shown in its zone, in winter and in summer', () => {
  expect(formatMoment(now, newYork)).toBe('Nov 23, 2026, 09:00 EST');
  expect(formatMoment('2026-07-23T00:00:00Z', newYork)).toBe('Jul 22, 2026, 20:00 EDT');
  expect(formatClock(now, newYork)).toBe('09:00 EST');
  expect(formatDay(now, 'UTC')).toBe('Nov 23, 2026');
  expect(formatDayOfYear('2026-11-16T00:00:00Z', 'UTC')).toBe('Nov 16');
});

it.each([
  [newYork, 'America/New_York (EST)'],
  ['UTC', 'UTC'],
])('the zone %s is named "%s"', (zone, text) => {
  expect(formatZone(now, zone)).toBe(text);
});

it.each([
  [0, '0 s'],
  [59_000, '59 s'],
  [60_000, '1 min'],
  [3 * hour, '3 h'],
  [47 * hour, '47 h'],
  [48 * hour, '2 d'],
])('%d ms last "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  [59_999, 'just now'],
  [60_000, '1 min ago'],
  [3 * hour, '3 h ago'],
])('%d ms ago is "%s"', (ms, text) => {
  expect(formatAge(new Date(now - ms).toISOString(), now)).toBe(text);
});

it.each([
  [768_000, '12:48'],
  [500, '0:01'],
  [-1, '0:00'],
])('%d ms left are "%s"', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [1_240_000, '1.2 MB'],
  [48_000_000, '48 MB'],
  [2_147_483_648, '2.1 GB'],
  [999_600, '1 MB'],
])('%i bytes read "%s"', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it('a count has the word for one or for many', () => {
  expect(formatCount(1, 'phone')).toBe('1 phone');
  expect(formatCount(0, 'phone')).toBe('0 phones');
  expect(formatCount(2, 'invariant is', 'invariants are')).toBe('2 invariants are');
});

it('a name of the API is shown as words', () => {
  expect(humanize('awaiting_payment')).toBe('Awaiting payment');
});
