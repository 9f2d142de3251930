// The pricing that checkout carries to the payment page beside the selection (spec section 2). It is only compared:
// every amount is computed by the server. Pure.
import { type RentalPeriod, usd } from '@pocketfleet/rules';

type Priced = { period: RentalPeriod; totalCents: number };

/** Adds total, totalDays and pricePerPeriod to a query. */
export function withPricing(query: URLSearchParams, plan: Priced): URLSearchParams {
  const priced = new URLSearchParams(query);
  for (const [name, value] of Object.entries(pricingOf(plan))) priced.set(name, value);
  return priced;
}

/** The same for the added time of phones. */
export function withExtensionPricing(
  query: URLSearchParams,
  period: RentalPeriod,
  phones = 1,
): URLSearchParams {
  return withPricing(query, { period, totalCents: phones * period.priceCents });
}

/** True when a query carries exactly what the price table says for its plan. */
export function hasPricing(query: URLSearchParams, plan: Priced): boolean {
  return Object.entries(pricingOf(plan)).every(([name, value]) => query.get(name) === value);
}

/** The query of the steps before the payment: without pricing and without the order. */
export function withoutPayment(query: URLSearchParams): URLSearchParams {
  const plain = new URLSearchParams(query);
  for (const name of ['total', 'totalDays', 'pricePerPeriod', 'order']) plain.delete(name);
  return plain;
}

function pricingOf(plan: Priced) {
  return {
    total: dollars(plan.totalCents),
    totalDays: String(plan.period.totalDays),
    pricePerPeriod: dollars(plan.period.priceCents),
  };
}

/** "1040.00" */
function dollars(cents: number): string {
  return usd(cents).replace(/[$,]/g, '');
}
