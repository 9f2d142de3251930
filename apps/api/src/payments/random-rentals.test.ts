// Customers, cards, webhooks, phones and clocks act in random order, and no invariant of money and inventory is
// broken after any step, and at the end the provider's books and ours agree to the cent.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { proofSeed, proofSize, proofTimeoutMs } from '../../test/proof-size.ts';
import { proveClean } from '../../test/test-devices.ts';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openExtension, openOrder, openRental, readOrder, settle } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const phones = 3;
const shop = useShop(phones);
let operator: OperatorClient;
let tokens: string[];
let requests = 0;

beforeAll(async () => {
  operator = await signInOperator(shop.site, 'sue', 'admin');
  // Weeks pass in a run; the team doesn't sign in again for each.
  await sql`update operator_sessions set expires_at = expires_at + interval '10000 days',
              last_used_at = last_used_at + interval '9000 days'`.execute(shop.site.db);
  tokens = [(await shop.customer('ada')).token, (await shop.customer('bob')).token];
});

type Order = { secret: string; orderId: string; token: string };

const customer = fc.nat(1);
const which = fc.nat(9);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    customer,
    count: fc.integer({ min: 1, max: phones }),
    inHours: fc.constantFrom(0, 0, 3, 40),
    period: fc.constantFrom('day', 'week', 'month'),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    which,
    card: fc.constantFrom('4242424242424242', '4242424242424242', '4242424242424242', '4000000000000002'),
  }),
  // Pays when the hold is over and somebody else has held what is left.
  fc.record({ kind: fc.constant('pay_late' as const), which, customer }),
  fc.record({
    kind: fc.constantFrom('leave' as const, 'extend_hold' as const, 'cancel' as const, 'hand_back' as const),
    which,
  }),
  // Back to what was left unpaid, or to a quote of our team.
  fc.record({ kind: fc.constant('pay_again' as const), which }),
  fc.record({
    kind: fc.constant('quote' as const),
    customer,
    count: fc.integer({ min: 1, max: phones }),
    inHours: fc.constantFrom(0, 3, 40),
    amount: fc.constantFrom(100, 99_900),
  }),
  fc.record({ kind: fc.constant('extend' as const), which, period: fc.constantFrom('day', 'week') }),
  fc.record({
    kind: fc.constant('phone' as const),
    index: fc.nat(phones - 1),
    fails: fc.constantFrom('absent' as const, 'quarantined' as const),
  }),
  fc.record({ kind: fc.constantFrom('repair' as const, 'jobs' as const, 'fault' as const) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 9, 16, 130, 700, 11_000) }),
  fc.record({
    kind: fc.constant('webhooks' as const),
    faults: fc.record({ drop: fc.boolean(), copies: fc.integer({ min: 1, max: 3 }), reverse: fc.boolean() }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

test(
  'random orders, payments, expiries, extensions, swaps, refunds and clock jumps break no invariant',
  async () => {
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        await shop.reset();
        // Each run has its hour of requests to our team.
        await sql`truncate limit_windows`.execute(shop.site.db);
        await repair();
        const before = await netCharged();
        const orders: Order[] = [];
        for (const each of steps) {
          await take(each, orders);
          expect(await runAudit(shop.site.app.deps, 'always'), JSON.stringify(each)).toEqual([]);
        }
        shop.sandbox.faults.next.length = 0;
        await shop.site.advance('30 minutes');
        await settle(shop);
        expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
        const book = await sql<{ cents: number }>`
        select coalesce(sum(case debit when 'provider' then amount else -amount end), 0)::int as cents
        from ledger`.execute(shop.site.db);
        expect((await netCharged()) - before).toBe(book.rows[0]?.cents);
        ran += steps.length;
      }),
      { numRuns: proofSize(5, 200), seed: proofSeed, endOnFailure: true },
    );
    expect(ran).toBeGreaterThan(0);
  },
  proofTimeoutMs,
);

async function take(each: Step, orders: Order[]): Promise<void> {
  const order = 'which' in each ? orders[each.which % Math.max(1, orders.length)] : undefined;
  const post = (path: string) => order && shop.site.call('POST', `/api/${path}`, { token: order.token });
  switch (each.kind) {
    case 'open':
      return open(orders, each);
    case 'pay':
      if (order !== undefined) await shop.pay(order.secret, each.card);
      return;
    case 'pay_late':
      if (order === undefined) return;
      await shop.site.advance('16 minutes');
      await open(orders, { customer: each.customer, count: phones, inHours: 0, period: 'day' });
      await shop.pay(order.secret);
      return shop.site.runJobs();
    case 'pay_again':
      if (order === undefined) return;
      return keep(orders, order.token, await openOrder(shop, order.token, order.orderId));
    case 'quote':
      return quote(orders, each);
    case 'leave':
      return void (await post(`orders/${order?.orderId}/release-hold`));
    case 'extend_hold':
      return void (await post(`orders/${order?.orderId}/extend-hold`));
    case 'cancel':
      return void (await post(`orders/${order?.orderId}/cancel`));
    case 'hand_back':
    case 'extend': {
      if (order === undefined) return;
      const [phone] = (await readOrder(shop, order.token, order.orderId)).phones;
      if (phone === undefined) return;
      if (each.kind !== 'extend')
        return void (await post(`phone-assignments/${phone.assignment_id}/hand-back`));
      const input = { period: each.period, number_of_periods: 1 };
      return keep(orders, order.token, await openExtension(shop, order.token, phone.assignment_id, input));
    }
    case 'phone':
      await sql`update devices set runner_state = ${each.fails},
                  state = case when ${each.fails} = 'quarantined' then 'quarantined' else state end
                where tag = ${`PF-00${each.index + 1}`}`.execute(shop.site.db);
      return;
    case 'repair':
      return repair();
    case 'jobs':
      return settle(shop);
    case 'wait':
      return shop.site.advance(`${each.minutes} minutes`);
    case 'webhooks':
      Object.assign(shop.sandbox.faults.webhooks, each.faults);
      return;
    case 'fault':
      shop.sandbox.faults.next.push('server_error');
  }
}

async function open(
  orders: Order[],
  input: { customer: number; count: number; inHours: number; period: string },
): Promise<void> {
  const token = tokens[input.customer] ?? '';
  const start_date = startOf(input);
  const selection = { phone_count: input.count, start_date, period: input.period };
  const ask = () =>
    shop.site.call('POST', '/api/orders/validate-phone-availability', {
      token,
      payload: { ...selection, number_of_periods: 1 },
    });
  const answer = await ask();
  const opened = await openRental(shop, token, selection);
  // B5: availability says exactly what an order finds at that instant.
  if (opened.status === 200) expect(answer.body['available']).toBe(true);
  if (opened.body['code'] === 'short_of_phones' && answer.body['available'] === true) {
    // A webhook in between may have assigned phones: then availability must say so now.
    expect((await ask()).body['available']).toBe(false);
  }
  keep(orders, token, opened);
}

function startOf({ inHours }: { inHours: number }): string {
  return new Date(shop.site.app.deps.clock.nowMs() - 60_000 + inHours * 3_600_000).toISOString();
}

/** Asks our team, which makes a quote at a price of its own; the customer goes to pay it. */
async function quote(
  orders: Order[],
  input: { customer: number; count: number; inHours: number; amount: number },
): Promise<void> {
  const token = tokens[input.customer] ?? '';
  requests += 1;
  const { body } = await shop.site.call('POST', '/api/orders', {
    token,
    idempotencyKey: `random-${requests}`,
    payload: {
      phone_count: input.count,
      start_date: startOf(input),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  // The hourly limit of requests, or a start that a jump of the clock has made impossible.
  if (typeof body['id'] !== 'string') return;
  const id = body['id'];
  await operator.call('POST', `/orders/${id}/quote`, { amount: input.amount, reason: 'by mail' });
  keep(orders, token, await openOrder(shop, token, id));
}

/** 503 is a failure of the provider. */
function keep(orders: Order[], token: string, opened: Awaited<ReturnType<typeof openRental>>): void {
  expect([200, 404, 409, 429, 503], JSON.stringify(opened.body)).toContain(opened.status);
  if (opened.status === 200) orders.push({ secret: opened.secret, orderId: opened.orderId, token });
}

/** All phones answer again, and those without a tenant are proven clean. */
async function repair(): Promise<void> {
  await sql`update devices set runner_state = 'ready'`.execute(shop.site.db);
  const idle = await sql<{ id: string }>`
    select id from devices d
    where not exists (select 1 from assignments a where a.device_id = d.id and a.state = 'active')`.execute(
    shop.site.db,
  );
  for (const { id } of idle.rows) await proveClean(shop.site.db, id);
}

async function netCharged(): Promise<number> {
  const { charges } = await shop.ledger();
  return charges.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}
