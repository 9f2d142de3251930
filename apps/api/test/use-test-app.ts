// Set-ups that all tests of a file share. The returned objects are empty until the first test begins.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';
import { type OperatorClient, signInOperator } from './test-operators.ts';
import { type Shop, startShop } from './test-payments.ts';

export type Renter = { id: string; token: string };
export type Colleague = OperatorClient & { id: string };

export function useTestApp(env?: Record<string, string>, options?: TestAppOptions): TestApp {
  return useStarted(() => startTestApp(env, options));
}

export function useShop(phones: number): Shop {
  return useStarted(() => startShop(phones));
}

/** A shop with two customers. Before each test nothing is ordered. */
export function useTwoRenters(phones: number): { shop: Shop; ada: Renter; bob: Renter } {
  const shop = useShop(phones);
  const [ada, bob] = [{} as Renter, {} as Renter];
  beforeAll(async () => {
    Object.assign(ada, await shop.customer('ada'));
    Object.assign(bob, await shop.customer('bob'));
  });
  beforeEach(() => shop.reset());
  return { shop, ada, bob };
}

/** A shop with a customer and two operators of different roles. Before each test nothing is ordered. */
export function useTeamAtShop(phones: number): {
  shop: Shop;
  admin: Colleague;
  support: Colleague;
  customer: Renter;
} {
  const shop = useShop(phones);
  const [admin, support, customer] = [{} as Colleague, {} as Colleague, {} as Renter];
  beforeAll(async () => {
    Object.assign(admin, await signInOperator(shop.site, 'ada', 'admin'));
    Object.assign(support, await signInOperator(shop.site, 'sue', 'support'));
    Object.assign(customer, await shop.customer('grace'));
  });
  beforeEach(() => shop.reset());
  return { shop, admin, support, customer };
}

function useStarted<Started extends { stop: () => Promise<void> }>(start: () => Promise<Started>): Started {
  const started = {} as Started;
  beforeAll(async () => {
    Object.assign(started, await start());
  });
  // Undefined when the start has failed.
  afterAll(() => started.stop?.());
  return started;
}
