import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../../test/test-payments.ts';
import { sweepAssignments } from '../assignments/assignments.jobs.ts';
import { sql } from '../platform/database.ts';
import { auditChecks, findBreaches, runAudit } from './audit.sql.ts';
import { readDuePayments } from './payments.jobs.ts';

const phones = 3;
let shop: Shop;
let tokens: string[];

beforeAll(async () => {
  shop = await startShop(phones);
  tokens = [(await shop.customer('ada')).token, (await shop.customer('bob')).token];
});
afterAll(() => shop.stop());
beforeEach(() => shop.reset());

type World = { opened: { secret: string; orderId: string; token: string }[] };

const open = async (world: World, customer: number, phone_count: number, inHours: number, period = 'day') => {
  const token = tokens[customer] ?? '';
  const startMs = shop.site.app.deps.clock.nowMs() + inHours * 3_600_000;
  const { status, body } = await shop.site.call('POST', '/api/client/payments/create-payment-intent', {
    token,
    payload: {
      phone_count,
      start_date: new Date(startMs).toISOString(),
      period,
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: '', period: '' },
    },
  });
  expect([200, 409]).toContain(status);
  if (status !== 200) return;
  world.opened.push({ secret: String(body['client_secret']), orderId: String(body['order_id']), token });
};

const deps = () => {
  const { provider, ...rest } = shop.site.app.deps;
  if (provider === undefined) throw new Error('no provider');
  return { ...rest, provider };
};

/** What a running product would have done by itself after a while. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 3; round += 1) {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(shop.site.db);
    await shop.site.runJobs();
    await sql`update payments set read_at = app_now() where read_at is not null`.execute(shop.site.db);
    await readDuePayments(deps());
    await sweepAssignments(deps());
  }
};

describe('the audit', () => {
  test('finds nothing after an ordinary purchase', async () => {
    const world: World = { opened: [] };
    await open(world, 0, 2, 0);
    await shop.pay(world.opened[0]?.secret ?? '');
    await settle();
    expect(await runAudit(shop.site.db, 'all')).toEqual([]);
    expect((await sql`select 1 from orders where state = 'paid'`.execute(shop.site.db)).rows).toHaveLength(1);
  });

  test.each([
    [
      'B1',
      `alter table assignments drop constraint assignments_never_overlap;
            insert into assignments (device_id, user_id, state, starts_at, expires_at)
            select device_id, user_id, 'active', starts_at, expires_at from assignments limit 1`,
    ],
    ['B2', 'delete from assignments where id = (select min(id::text)::uuid from assignments)'],
    [
      'B4',
      `update orders set state = 'awaiting_payment';
            update assignments set state = 'held', hold_expires_at = app_now() - interval '2 minutes'`,
    ],
    ['B7', 'update orders set amount = amount + 1'],
    ['P1-money', "update orders set state = 'expired'; delete from assignments"],
    ['P1-phones', 'alter table ledger disable trigger user; delete from ledger'],
    [
      'P2-charges',
      `insert into payments (order_id, attempt, idempotency_key, amount, intent_id, status)
                    select order_id, 2, 'again', amount, 'pi_again', 'succeeded' from payments`,
    ],
    [
      'P2-ledger',
      `insert into refunds (payment_id, amount, reason, state)
                   select id, amount, 'operator', 'succeeded' from payments`,
    ],
    [
      'P3',
      `insert into payment_events (id, type, received_at)
            values ('evt_stuck', 'x', app_now() - interval '6 minutes')`,
    ],
    ['P4', 'update payments set is_mismatched = true'],
    ['P5', "update payments set status = 'processing', read_at = null"],
    ['A1', "update assignments set starts_at = app_now() + interval '1 hour'"],
  ])('%s finds a database in which its promise is broken', async (id, damage) => {
    const world: World = { opened: [] };
    await open(world, 0, 2, 0);
    await shop.pay(world.opened[0]?.secret ?? '');
    await settle();
    class Undo extends Error {}
    const damaged = shop.site.db.transaction().execute(async (tx) => {
      for (const statement of damage.split(';')) await sql.raw(statement).execute(tx);
      const check = auditChecks.find((each) => each.id === id);
      expect(check && (await findBreaches(tx, check))).not.toEqual([]);
      throw new Undo();
    });
    await expect(damaged).rejects.toBeInstanceOf(Undo);
  });
});

test('random orders, payments, leavings, waits and lost webhooks break no promise', async () => {
  const customer = fc.nat(1);
  const which = fc.nat(9);
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('open' as const),
      customer,
      count: fc.integer({ min: 1, max: phones }),
      inHours: fc.constantFrom(0, 0, 3, 40),
      period: fc.constantFrom('day', 'week'),
    }),
    fc.record({
      kind: fc.constant('pay' as const),
      which,
      card: fc.constantFrom('4242424242424242', '4242424242424242', '4000000000000002'),
    }),
    // Pays when the hold is over and somebody else has held what is left.
    fc.record({ kind: fc.constant('pay_late' as const), which, customer }),
    fc.record({ kind: fc.constant('leave' as const), which }),
    fc.record({ kind: fc.constant('extend' as const), which }),
    fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 9, 16, 700) }),
    fc.record({ kind: fc.constant('jobs' as const) }),
    fc.record({
      kind: fc.constant('webhooks' as const),
      faults: fc.record({
        drop: fc.boolean(),
        copies: fc.integer({ min: 1, max: 3 }),
        reverse: fc.boolean(),
      }),
    }),
    fc.record({ kind: fc.constant('fault' as const), next: fc.constantFrom('server_error' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      await shop.reset();
      const charged = await netCharged();
      const world: World = { opened: [] };
      for (const each of steps) {
        const order =
          'which' in each ? world.opened[each.which % Math.max(1, world.opened.length)] : undefined;
        const ask = (what: string) =>
          order && shop.site.call('POST', `/api/orders/${order.orderId}/${what}`, { token: order.token });
        if (each.kind === 'open') await open(world, each.customer, each.count, each.inHours, each.period);
        if (each.kind === 'pay' && order !== undefined) await shop.pay(order.secret, each.card);
        if (each.kind === 'pay_late' && order !== undefined) {
          await shop.site.advance('16 minutes');
          await open(world, each.customer, phones, 0);
          await shop.pay(order.secret);
          await shop.site.runJobs();
        }
        if (each.kind === 'leave') await ask('release-hold');
        if (each.kind === 'extend') await ask('extend-hold');
        if (each.kind === 'wait') await shop.site.advance(`${each.minutes} minutes`);
        if (each.kind === 'jobs') await shop.site.runJobs();
        if (each.kind === 'webhooks') Object.assign(shop.sandbox.faults.webhooks, each.faults);
        if (each.kind === 'fault') shop.sandbox.faults.next.push(each.next);
        expect(await runAudit(shop.site.db, 'always')).toEqual([]);
      }
      shop.sandbox.faults.next.length = 0;
      await shop.site.advance('30 minutes');
      await settle();
      expect(await runAudit(shop.site.db, 'all')).toEqual([]);
      // To the cent: what the provider kept is what the paid orders cost.
      const kept = await sql<{ cents: number }>`
        select coalesce(sum(amount), 0)::int as cents from orders where state = 'paid'`.execute(shop.site.db);
      expect((await netCharged()) - charged).toBe(kept.rows[0]?.cents);
    }),
    { numRuns: 12, endOnFailure: false },
  );
}, 60_000);

async function netCharged(): Promise<number> {
  const { charges } = await shop.ledger();
  return charges.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0);
}
