import { expect, it } from 'vitest';
import { findRentalPeriod, findRentalPeriodByLength, rentalCostCents, rentalPeriods } from './periods.ts';

it.each([
  ['day', 'day', 1, 1, 2000],
  ['week', 'week', 1, 7, 5000],
  ['2-weeks', 'week', 2, 14, 10_000],
  ['month', 'month', 1, 30, 13_000],
  ['2-months', 'month', 2, 60, 26_000],
  ['3-months', 'month', 3, 90, 39_000],
  ['4-months', 'month', 4, 120, 52_000],
  ['6-months', 'month', 6, 180, 78_000],
] as const)('%s is %s x %i, called %i days, for %i cents', (value, type, count, days, cents) => {
  const period = findRentalPeriod(value);
  expect(period).toMatchObject({
    apiPeriodType: type,
    periods: count,
    totalDays: days,
    priceCents: cents,
  });
  expect(findRentalPeriodByLength(type, count)).toBe(period);
});

it('knows eight periods and no other', () => {
  expect(rentalPeriods).toHaveLength(8);
  expect(findRentalPeriod('year')).toBeUndefined();
  expect(findRentalPeriodByLength('month', 5)).toBeUndefined();
});

it('charges each phone the price of the period', () => {
  const week = findRentalPeriod('week');
  expect(week && rentalCostCents(50, week)).toBe(250_000);
});
