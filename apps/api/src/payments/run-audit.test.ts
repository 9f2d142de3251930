import { beforeAll, expect, test } from 'vitest';
import { openExtension, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { bySql } from './audit-check.sql.ts';
import { storeFindings } from './money-monitor.ts';
import { auditChecks, runAudit, runCheck } from './run-audit.ts';

const shop = useShop(3);
let token: string;
let orderId: string;

beforeAll(async () => {
  token = (await shop.customer('ada')).token;
  await purchase();
});

async function purchase(): Promise<void> {
  await shop.reset();
  orderId = await rent(shop, token, { phone_count: 2 });
  const [phone] = (await readOrder(shop, token, orderId)).phones;
  const input = { period: 'day', number_of_periods: 1 };
  await shop.pay((await openExtension(shop, token, phone?.assignment_id ?? '', input)).secret);
  await settle(shop);
}

test('the audit finds nothing after an ordinary purchase and an extension', async () => {
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
  const paid = await sql`select 1 from orders where state = 'paid'`.execute(shop.site.db);
  expect(paid.rows).toHaveLength(2);
});

const quiet = 'set local session_replication_role = replica;';

const breaches: [id: string, damage: string][] = [
  [
    'B1',
    `alter table assignments drop constraint assignments_never_overlap;
     drop index assignments_one_active_per_device;
     insert into assignments (device_id, user_id, state, starts_at, expires_at)
     select device_id, user_id, 'active', starts_at, expires_at from assignments limit 1`,
  ],
  ['B1-constraint', 'alter table assignments drop constraint assignments_never_overlap'],
  ['B2', `${quiet} delete from assignments where id = (select min(id::text)::uuid from assignments)`],
  ['B2-extension', "update assignments set expires_at = expires_at - interval '1 hour'"],
  ['B3', `${quiet} update devices set state = 'retired', updated_at = app_now() - interval '2 minutes'`],
  ['B4', "update assignments set state = 'held', hold_expires_at = app_now() - interval '2 minutes'"],
  // `occupied` no longer matches the tenants' times, so availability counts phones that are taken.
  [
    'B5',
    `alter table assignments disable trigger assignments_occupied;
     update assignments set occupied = 'empty'`,
  ],
  [
    'B6',
    `alter table assignments disable trigger assignments_occupied;
     update assignments set occupied = tstzrange(starts_at, app_now() + interval '30 hours')`,
  ],
  ['B7', 'update orders set amount = amount + 1'],
  ['B7-end', "update orders set end_date = end_date + interval '1 second'"],
  ['B7-price', 'update orders set amount = amount + 1'],
  ['B8', "update assignments set state = 'scheduled', starts_at = app_now() - interval '2 minutes'"],
  ['T1', "update orders set created_at = app_now() + interval '1 hour'"],
  ['T2', "set local timezone = 'America/New_York'"],
  ['A1', "update assignments set starts_at = app_now() + interval '1 hour'"],
  ['A2', `${quiet} update devices set state = 'cleaning', updated_at = app_now() - interval '2 minutes'`],
  ['M1', `${quiet} update assignments set chosen_model = 'Nokia 3310'`],
  [
    'M2',
    `update orders set models = '[{"model": "Nokia 3310", "count": 1}]' where extends_assignment_id is null;
     update assignments set state = 'held', hold_expires_at = app_now() + interval '1 minute'`,
  ],
  [
    'M3',
    `insert into replacement_choices (assignment_id, model, opened_at, decide_by)
     select id, 'Nokia 3310', app_now() - interval '1 day', app_now() - interval '6 minutes' from assignments limit 1`,
  ],
  ['A3', `${quiet} update orders set state = 'cancelled'`],
  ['P1-money', "update orders set state = 'expired'"],
  ['P1-phones', `${quiet} delete from ledger`],
  [
    'P1-undelivered',
    `update assignments set state = 'ended', ended_at = app_now() - interval '6 minutes', end_reason = 'not_started'`,
  ],
  [
    'P1-undelivered',
    `update assignments set state = 'ended', ended_at = app_now() - interval '6 minutes', end_reason = 'phone_failed',
       prepared_at = null`,
  ],
  [
    'P2-charges',
    `insert into payments (order_id, attempt, idempotency_key, amount, intent_id, status)
     select order_id, 2, 'again' || id, amount, 'pi_' || id, 'succeeded' from payments`,
  ],
  [
    'P2-refunds',
    `${quiet} insert into refunds (payment_id, amount, reason, cause)
     select id, amount + 1, 'paid_twice', 'payment' from payments`,
  ],
  [
    'P2-twice',
    `insert into disputes (id, payment_id, amount, reason, state, closed_at)
     select 'dp_' || id, id, amount, 'fraudulent', 'lost', app_now() - interval '1 day' from payments;
     insert into refunds (payment_id, amount, reason, state) select id, 1, 'operator', 'succeeded' from payments`,
  ],
  [
    'P2-ledger',
    `insert into refunds (payment_id, amount, reason, state)
     select id, amount, 'operator', 'succeeded' from payments`,
  ],
  [
    'P2-disputes',
    `insert into disputes (id, payment_id, amount, reason, state, closed_at)
     select 'dp_' || id, id, amount, 'fraudulent', 'lost', app_now() from payments`,
  ],
  [
    'P3',
    `insert into payment_events (id, type, received_at)
     values ('evt_stuck', 'x', app_now() - interval '6 minutes')`,
  ],
  ['P4', 'update payments set is_mismatched = true'],
  ['P5', "update payments set status = 'processing', read_at = null"],
  ['P5-effect', `${quiet} delete from ledger`],
  [
    'P5-effect',
    `insert into payment_events (id, type, intent_id, order_id, received_at, applied_at)
     select 'evt_' || id, 'payment_intent.succeeded', 'pi_of_nobody', id, app_now() - interval '6 minutes', app_now()
     from orders limit 1`,
  ],
  [
    'P6',
    `insert into refunds (payment_id, amount, reason, created_at)
     select id, 1, 'operator', app_now() - interval '2 hours' from payments`,
  ],
  [
    'P6',
    `insert into refunds (payment_id, amount, reason, state) select id, 1, 'operator', 'pending' from payments`,
  ],
  [
    'P8',
    `insert into provider_movements (id, kind, intent_id, order_id, amount, status, made_at, seen_at)
     values ('ch_1', 'charge', 'pi_1', gen_random_uuid(), 5000, 'succeeded',
       app_now() - interval '6 minutes', app_now() - interval '6 minutes')`,
  ],
  [
    'P8',
    `insert into provider_movements (id, kind, intent_id, amount, status, made_at, seen_at)
     select 're_' || id, 'refund', intent_id, 100, 'succeeded',
       app_now() - interval '6 minutes', app_now() - interval '6 minutes' from payments`,
  ],
  [
    'P8',
    `delete from provider_movements;
     update provider_lists set began_at = app_now() - interval '1 day', read_until = app_now() + interval '1 hour'`,
  ],
  [
    'P8',
    `insert into refunds (payment_id, amount, reason, state, provider_id, done_at)
     select id, 1, 'operator', 'succeeded', 're_' || id, app_now() from payments;
     update provider_lists set began_at = app_now() - interval '1 day', read_until = app_now() + interval '1 hour'`,
  ],
  [
    'P8-read',
    "update provider_lists set failing_since = app_now() - interval '21 minutes', failure = 'no answer'",
  ],
  ['P7', "update payments set idempotency_key = 'made-up-' || id"],
];

test.each(breaches)('%s finds a database that breaks its invariant', async (id, damage) => {
  class Undo extends Error {}
  const damaged = shop.site.db.transaction().execute(async (tx) => {
    for (const statement of damage.split(';')) await sql.raw(statement).execute(tx);
    const check = auditChecks(shop.site.app.deps.clock).find((each) => each.id === id);
    expect(check && (await check.find(tx))).not.toEqual([]);
    throw new Undo();
  });
  await expect(damaged).rejects.toBeInstanceOf(Undo);
});

test('each invariant has a check, and each check was seen to find a violation', () => {
  const ids = auditChecks(shop.site.app.deps.clock).map(({ id }) => id);
  const numbers = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  const invariants = [
    ...numbers('A', 3),
    ...numbers('B', 8),
    ...numbers('M', 3),
    ...numbers('P', 8),
    ...numbers('T', 2),
  ];
  expect([...new Set(ids.map((id) => id.split('-')[0]))].sort()).toEqual(invariants);
  expect([...new Set(breaches.map(([id]) => id))].sort()).toEqual([...ids].sort());
});

const run = (query: string) => sql.raw(query).execute(shop.site.db);
const audit = () => runAudit(shop.site.app.deps, 'all');

test('a check that can’t run is reported, and doesn’t keep the others from running', async () => {
  await run('alter table audit_gaps rename to gone');
  await run('update payments set is_mismatched = true');
  try {
    expect(await audit()).toEqual([
      expect.objectContaining({ check: 'A3', rows: [], failure: expect.stringContaining('audit_gaps') }),
      expect.objectContaining({ check: 'P4', rows: [expect.anything(), expect.anything()] }),
    ]);
  } finally {
    await run('alter table gone rename to audit_gaps');
  }
});

test('a check that takes too long is stopped and reported', async () => {
  const slow = {
    id: 'X',
    invariant: 'it ends',
    holds: 'always' as const,
    find: bySql('select pg_sleep(20)::text'),
  };
  expect(await runCheck(shop.site.db, slow, 50)).toMatchObject({
    rows: [],
    failure: expect.stringContaining('statement timeout'),
  });
});

test('the record of states is read from where the last audit ended, and errors before that stay reported', async () => {
  await purchase();
  const mark = async () =>
    (
      await sql<{ is_read: boolean }>`select through_change = (select max(id) from state_changes) as is_read
      from audit_marks where name = 'changes'`.execute(shop.site.db)
    ).rows[0]?.is_read;
  await run(`insert into state_changes (kind, row_id, from_state, to_state, actor)
    select 'order', id, 'lost', state, 'system' from orders where id = '${orderId}'`);
  await storeFindings(shop.site.app.deps);
  expect(await mark()).toBe(false);
  await shop.site.advance('6 minutes');
  await storeFindings(shop.site.app.deps);
  expect(await mark()).toBe(true);
  expect(await audit()).toMatchObject([{ check: 'A3', rows: [{ kind: 'order', row_id: orderId }] }]);
  await run('delete from audit_gaps');
  expect(await audit()).toEqual([]);
  // A state that nobody noted stays found as well, until it is as it was noted.
  const quietly = (state: string) =>
    shop.site.db.transaction().execute(async (tx) => {
      await sql.raw(quiet).execute(tx);
      await sql`update orders set state = ${state} where id = ${orderId}`.execute(tx);
    });
  await quietly('lost');
  await storeFindings(shop.site.app.deps);
  await run(
    `update audit_marks set through_row = 'ffffffff-ffff-ffff-ffff-ffffffffffff' where name = 'order'`,
  );
  expect((await audit()).map(({ check }) => check)).toContain('A3');
  await quietly('paid');
  await storeFindings(shop.site.app.deps);
  expect(await audit()).toEqual([]);
});
