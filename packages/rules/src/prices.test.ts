import { expect, it } from 'vitest';
import { findRentalPeriod } from './periods.ts';
import { billedAtOnce, plans, savingsCents, usd } from './prices.ts';

it.each([
  ['Daily Plan', 20_00, 20_00, 20_00],
  ['Weekly Plan', 50_00, 50_00, 50_00],
  ['Monthly Plan', 130_00, 117_00, 110_00],
])('%s costs %i, %i or %i cents', (name, monthly, sixMonths, yearly) => {
  expect(plans.find((plan) => plan.name === name)?.priceCents).toEqual({
    monthly,
    sixMonths,
    yearly,
  });
});

it('says what a month costs less than with monthly billing', () => {
  const saved = plans.map((plan) => [savingsCents(plan, 'sixMonths'), savingsCents(plan, 'yearly')]);
  expect(saved).toEqual([
    [0, 0],
    [0, 0],
    [13_00, 20_00],
  ]);
});

it('knows what six months cost when they are billed at once, as their plan has it', () => {
  const found = ['week', '4-months', '6-months'].map((value) => billedAtOnce(findRentalPeriod(value)));
  expect(found).toEqual([null, null, { monthCents: 117_00, totalCents: 702_00, badge: 'Save 10%' }]);
});

it('shows for each plan the price that /rent charges', () => {
  for (const plan of plans) {
    expect(findRentalPeriod(plan.rentalPeriod)?.priceCents).toBe(plan.priceCents.monthly);
  }
});

it.each([
  [0, '$0.00'],
  [2000, '$20.00'],
  [123_456, '$1,234.56'],
  [123_456_789, '$1,234,567.89'],
  [-5, '-$0.05'],
])('%i cents read %s', (cents, words) => {
  expect(usd(cents)).toBe(words);
});
