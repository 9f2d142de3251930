import type { Client } from '@pocketfleet/client';
import { type RentalPlan, rentalRequest } from '../selection.ts';

/** Holds the phones of a plan and opens its payment; the same unpaid plan gives the same order. */
export function openRental(client: Client, plan: RentalPlan) {
  const { phoneCount, period } = plan;
  const phones = phoneCount === 1 ? '1 phone' : `${phoneCount} phones`;
  return client.call('createPaymentIntent', {
    body: {
      ...rentalRequest(plan),
      currency: 'usd',
      metadata: { description: `${phones}, ${period.label}`, period: period.value },
    },
  });
}
