import { expect, test } from 'vitest';
import { monthsOf, placeOf, scaleFrom } from './time-scale.ts';

const scale = scaleFrom(Date.parse('2026-11-21T15:00:00Z'));

test('the calendar shows six months from today', () => {
  expect(new Date(scale.fromMs).toISOString()).toBe('2026-11-21T00:00:00.000Z');
  expect(new Date(scale.toMs).toISOString()).toBe('2027-05-21T00:00:00.000Z');
  expect(monthsOf(scale).map(({ name }) => name)).toEqual(['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May']);
});

test('a span is cut at the edges, an open one reaches the end, one outside is not drawn', () => {
  const day = 86_400_000;
  const whole = placeOf(scale, scale.fromMs - 9 * day, null);
  expect(whole).toEqual({ left: 0, width: 100 });
  expect(placeOf(scale, scale.fromMs - 9 * day, scale.fromMs)).toBeNull();
  const middle = (scale.fromMs + scale.toMs) / 2;
  expect(placeOf(scale, middle, scale.toMs + day)).toEqual({ left: 50, width: 50 });
});
