// A shop with a customer, and two of our team who may do different things in it, for all tests of a file.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type OperatorClient, signInOperator } from './test-operators.ts';
import { type Shop, startShop } from './test-payments.ts';
import type { Renter } from './two-renters.ts';

export type Colleague = OperatorClient & { id: string };

/** `hand` is given them once, before the first test; before each, nothing is ordered. */
export function useTeamAtShop(
  phones: number,
  hand: (scene: { shop: Shop; admin: Colleague; support: Colleague; customer: Renter }) => void,
): void {
  let shop: Shop | undefined;
  beforeAll(async () => {
    shop = await startShop(phones);
    hand({
      shop,
      admin: await signInOperator(shop.site, 'ada', 'admin'),
      support: await signInOperator(shop.site, 'sue', 'support'),
      customer: await shop.customer('grace'),
    });
  });
  afterAll(() => shop?.stop());
  beforeEach(() => shop?.reset());
}
