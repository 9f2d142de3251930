import { expect, it } from 'vitest';
import { hasPricing, withoutPayment, withPricing } from './pricing-query.ts';
import { readPlan, writeSelection } from './selection.ts';

const clock = { nowMs: Date.parse('2026-11-20T15:00:00Z'), today: '2026-11-20' };
const query = new URLSearchParams('period=month&date=2026-11-23&time=09%3A00&phones=12');
const plan = readPlan(query, 'America/New_York', clock);
if (plan === null) throw new Error('the sample is no plan');

it('checkout carries the total, the days and the price of one phone', () => {
  const priced = withPricing(query, plan);
  expect(priced.get('total')).toBe('1560.00');
  expect(priced.get('totalDays')).toBe('30');
  expect(priced.get('pricePerPeriod')).toBe('130.00');
  expect(hasPricing(priced, plan)).toBe(true);
});

it('a missing or altered price is none', () => {
  expect(hasPricing(query, plan)).toBe(false);
  const altered = withPricing(query, plan);
  altered.set('total', '1.00');
  expect(hasPricing(altered, plan)).toBe(false);
});

it('back to checkout leaves the selection alone', () => {
  const priced = withPricing(query, plan);
  priced.set('order', 'some-order');
  expect(withoutPayment(priced).toString()).toBe(writeSelection(plan).toString());
});
