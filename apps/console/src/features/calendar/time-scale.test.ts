import { expect, test } from 'vitest';
import { nowOn, placeOf, scaleFrom, ticksOf } from './time-scale.ts';

const scale = scaleFrom(Date.parse('2026-11-21T15:00:00Z'));

test('the calendar shows six months from today', () => {
  expect(new Date(scale.fromMs).toISOString()).toBe('2026-11-21T00:00:00.000Z');
  expect(new Date(scale.toMs).toISOString()).toBe('2027-05-21T00:00:00.000Z');
  expect(ticksOf(scale).map(({ name }) => name)).toEqual(['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May']);
});

test('near views show some days before today, with weeks and days, and the line of this moment', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  const days = scaleFrom(at, '2-weeks');
  const names = ticksOf(days).map(({ name }) => name);
  expect([names.length, names[0], names[1], names.at(-1)]).toEqual([14, 'Nov 20', 'Nov 21', 'Dec 3']);
  expect(nowOn(days)).toBeCloseTo((100 * 1.5) / 14);
  const weeks = ticksOf(scaleFrom(at, '6-weeks'));
  expect(weeks.map(({ name }) => name)).toEqual(['Nov 18', 'Nov 25', 'Dec 2', 'Dec 9', 'Dec 16', 'Dec 23']);
  expect(ticksOf(scaleFrom(at, '3-months')).map(({ name }) => name)).toEqual(['Nov', 'Dec', 'Jan', 'Feb']);
});

test('a span is cut at the edges, an open one reaches the end, one outside is not drawn', () => {
  const day = 86_400_000;
  const whole = placeOf(scale, scale.fromMs - 9 * day, null);
  expect(whole).toEqual({ left: 0, width: 100 });
  expect(placeOf(scale, scale.fromMs - 9 * day, scale.fromMs)).toBeNull();
  const middle = (scale.fromMs + scale.toMs) / 2;
  expect(placeOf(scale, middle, scale.toMs + day)).toEqual({ left: 50, width: 50 });
});
