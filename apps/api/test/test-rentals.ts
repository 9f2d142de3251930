// Renting in tests: what the browser does from the selection to the phones, and what a running product does by
// itself meanwhile.
import { expect } from 'vitest';
import { sweepAssignments } from '../src/assignments/assignments.jobs.ts';
import { sweepOrders } from '../src/orders/orders.jobs.ts';
import { readDuePayments } from '../src/payments/payments.jobs.ts';
import type { PaymentsDeps } from '../src/payments/payments-deps.ts';
import { readDueRefunds } from '../src/payments/send-refunds.ts';
import { sql } from '../src/platform/database.ts';
import type { Answer } from './test-app.ts';
import type { Shop } from './test-payments.ts';

export type RentInput = {
  phone_count?: number;
  /** Milliseconds from now until the start. */
  inMs?: number;
  /** In place of `inMs`, for asking for the same again. */
  start_date?: string;
  period?: string;
  number_of_periods?: number;
  models?: { model: string; count: number }[];
  /** The browser's; many at once would meet the limit of one. */
  address?: string;
  workspace?: string;
};

export type Opened = Answer & { secret: string; orderId: string };

/** Opens the payment page. */
export async function openRental(shop: Shop, token: string, input: RentInput = {}): Promise<Opened> {
  const { inMs = -60_000, address, workspace, ...rest } = input;
  return opened(
    await shop.site.call('POST', '/api/client/payments/create-payment-intent', {
      token,
      ...(address === undefined ? {} : { address }),
      ...(workspace === undefined ? {} : { workspace }),
      payload: {
        phone_count: 1,
        start_date: new Date(shop.site.app.deps.clock.nowMs() + inMs).toISOString(),
        period: 'week',
        number_of_periods: 1,
        currency: 'usd',
        metadata: { description: '', period: '' },
        ...rest,
      },
    }),
  );
}

export async function openExtension(
  shop: Shop,
  token: string,
  assignmentId: string,
  input: { period: string; number_of_periods: number },
): Promise<Opened> {
  const path = `/api/phone-assignments/${assignmentId}/create-extension-intent`;
  return opened(await shop.site.call('POST', path, { token, payload: { ...input, currency: 'usd' } }));
}

/** Opens the one payment of the extensions of several rentals. */
export async function openExtensions(
  shop: Shop,
  token: string,
  assignmentIds: readonly string[],
  input: { period: string; number_of_periods: number },
): Promise<Opened> {
  const payload = { ...input, assignment_ids: assignmentIds, currency: 'usd' };
  const path = '/api/phone-assignments/create-extensions-intent';
  return opened(await shop.site.call('POST', path, { token, payload }));
}

/** Opens the payment of an order that is there. */
export async function openOrder(shop: Shop, token: string, orderId: string): Promise<Opened> {
  return opened(await shop.site.call('POST', `/api/orders/${orderId}/create-payment-intent`, { token }));
}

/** Rents and pays; returns the order's id. */
export async function rent(shop: Shop, token: string, input: RentInput = {}): Promise<string> {
  const order = await openRental(shop, token, input);
  if (order.status !== 200) throw new Error(`not rented: ${JSON.stringify(order.body)}`);
  await shop.pay(order.secret);
  await settle(shop);
  return order.orderId;
}

export function paymentsDeps(shop: Shop): PaymentsDeps {
  const { provider, ...rest } = shop.site.app.deps;
  if (provider === undefined) throw new Error('no provider');
  return { ...rest, provider };
}

/** Runs the jobs and sweeps that a running product runs by itself. */
export async function settle(shop: Shop): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(shop.site.db);
    await shop.site.runJobs();
    await sql`update payments set read_at = app_now() where read_at is not null`.execute(shop.site.db);
    await readDuePayments(paymentsDeps(shop));
    await readDueRefunds(paymentsDeps(shop));
    await sweepAssignments(shop.site.app.deps);
    await sweepOrders(shop.site.app.deps);
  }
  await shop.site.runJobs();
}

export type OrderAnswer = {
  number: string;
  state: string;
  models: { model: string; count: number }[];
  amount: number;
  refunded_amount: number;
  refundable_amount: number;
  can_cancel: boolean;
  can_pay: boolean;
  has_receipt: boolean;
  phones: {
    assignment_id: string;
    device_id: string;
    tag: string;
    model: string;
    state: string;
    is_ready: boolean;
    starts_at: string;
    expires_at: string;
  }[];
  refunds: { amount: number; reason: string; state: string }[];
};

export async function readOrder(shop: Shop, token: string, orderId: string): Promise<OrderAnswer> {
  return (await shop.site.call('GET', `/api/orders/${orderId}`, { token })).body as unknown as OrderAnswer;
}

/** The phone that an order has now, or had last. */
export async function phoneOfOrder(shop: Shop, token: string, orderId: string) {
  const { phones } = await readOrder(shop, token, orderId);
  return phones.find(({ state }) => state !== 'ended') ?? phones[0];
}

/** As the agent, or our team, says of a phone. */
export async function setPhone(shop: Shop, tag: string, runner: string, state = 'ready'): Promise<void> {
  await sql`update devices set runner_state = ${runner}, state = ${state} where tag = ${tag}`.execute(
    shop.site.db,
  );
}

/** Runs jobs until the order is in this state; webhooks come by themselves. */
export async function waitForState(shop: Shop, token: string, orderId: string, state: string): Promise<void> {
  const read = async () => {
    await shop.site.runJobs();
    return (await readOrder(shop, token, orderId)).state;
  };
  await expect.poll(read, { timeout: 60_000 }).toBe(state);
}

export async function countRows(shop: Shop, table: string): Promise<number | undefined> {
  const result = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    shop.site.db,
  );
  return result.rows[0]?.n;
}

function opened(answer: Answer): Opened {
  return {
    ...answer,
    secret: String(answer.body['client_secret']),
    orderId: String(answer.body['order_id']),
  };
}
