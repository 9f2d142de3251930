// A shop and two customers for all tests of a file; before each, nothing is ordered.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Shop, startShop } from './test-payments.ts';

export type Renter = { id: string; token: string };

/** `hand` is given them once, before the first test. */
export function useTwoRenters(
  phones: number,
  hand: (scene: { shop: Shop; ada: Renter; bob: Renter }) => void,
): void {
  let shop: Shop | undefined;
  beforeAll(async () => {
    shop = await startShop(phones);
    hand({ shop, ada: await shop.customer('ada'), bob: await shop.customer('bob') });
  });
  afterAll(() => shop?.stop());
  beforeEach(() => shop?.reset());
}
