import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/test-app.ts';
import { signInOperator } from '../test/test-operators.ts';
import { settle } from '../test/test-rentals.ts';
import { useShop } from '../test/use-test-app.ts';
import { selectFreeDevices } from './demo.sql.ts';
import { assignDemoPhones, makeDemoAccounts } from './demo.ts';
import { chargeDemoOrder } from './demo-payment.ts';
import { runAudit } from './payments/payments.ts';
import { inTransaction, sql } from './platform/database.ts';

const shop = useShop(4);
let site: TestApp;

beforeAll(async () => {
  site = shop.site;
});

const assign = (on: TestApp, timeoutMs: number) =>
  assignDemoPhones(on.db, timeoutMs, (order) => chargeDemoOrder(on.db, on.app.deps.config.payments, order));

test('phones whose model is there once are chosen first, so that two of one model stay free', async () => {
  const { rows } = await sql<{ id: string }>`select id from devices order by tag`.execute(site.db);
  const models = ['Pixel 6a', 'Pixel 6a', 'Pixel 8', 'Pixel 9'];
  for (const [index, { id }] of rows.entries())
    await sql`update devices set model = ${models[index] ?? ''} where id = ${id}`.execute(site.db);
  expect(await selectFreeDevices(site.db, 2)).toEqual(rows.slice(2).map(({ id }) => id));
  await sql`update devices set model = 'Pixel 8'`.execute(site.db);
});

test('a charge that the sandbox refuses is not booked, and the next start repeats it', async () => {
  await makeDemoAccounts(site.db);
  const real = globalThis.fetch;
  globalThis.fetch = (...args) =>
    String(args[0]).endsWith('/confirm')
      ? Promise.resolve(new Response('out of order', { status: 503 }))
      : real(...args);
  try {
    await expect(assign(site, 1_000)).rejects.toThrow('out of order');
  } finally {
    globalThis.fetch = real;
  }
  const noted =
    await sql`select 1 from ledger union all select 1 from payments where status = 'succeeded'`.execute(
      site.db,
    );
  expect(noted.rows).toEqual([]);
  // The charge holds no row while the sandbox is asked: if it did, this would wait for it until the limit. Readers of
  // the app may hold a row for a moment.
  const locked: unknown[] = [];
  globalThis.fetch = async (...args) => {
    await inTransaction(site.db, async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      await sql`select 1 from payments for update`.execute(tx);
    }).catch((error) => locked.push(error));
    return real(...args);
  };
  try {
    await assign(site, 1_000);
  } finally {
    globalThis.fetch = real;
  }
  expect(locked).toEqual([]);
  expect((await shop.ledger()).charges).toMatchObject([{ amount: 39_000 }]);
});

test('the demo customer has three online phones, a history and one paid order, however often the demo starts', async () => {
  await makeDemoAccounts(site.db);
  await makeDemoAccounts(site.db);
  await assign(site, 1_000);
  await assign(site, 1_000);
  await site.runJobs();

  const token = await site.signIn('demo', 'Pocketfleet-demo-1');
  const phones = await site.call('GET', '/api/phones', { token });
  expect(phones.body).toMatchObject([
    { tag: 'PF-001', connection_state: 'online' },
    { tag: 'PF-002', connection_state: 'online' },
    { tag: 'PF-003', connection_state: 'online' },
  ]);
  const history = await site.call('GET', '/api/phone-assignments?page=1&per_page=100', { token });
  expect(history.body).toMatchObject({ total: 6 });
  const orders = await site.call('GET', '/api/orders', { token });
  expect(orders.body).toMatchObject({
    total: 1,
    orders: [{ state: 'paid', amount: 39_000, phone_count: 3 }],
  });
});

test('the demo’s order is paid at the sandbox, passes the audit, and can be refunded', async () => {
  await settle(shop);
  expect((await shop.ledger()).charges).toMatchObject([{ amount: 39_000, amount_refunded: 0 }]);
  expect(await runAudit(site.app.deps, 'all')).toEqual([]);
  const operator = await signInOperator(site, 'sue', 'admin');
  const { body } = await operator.call('GET', '/payments');
  const [payment] = body['rows'] as { id: string; status: string }[];
  expect(payment?.status).toBe('succeeded');
  const input = { amount: 13_000, reason: 'one phone of three' };
  expect(await operator.call('POST', `/payments/${payment?.id}/refund`, input)).toMatchObject({
    status: 200,
  });
  await settle(shop);
  expect((await shop.ledger()).charges).toMatchObject([{ amount: 39_000, amount_refunded: 13_000 }]);
  const refunds = await sql`select state from refunds`.execute(site.db);
  expect(refunds.rows).toEqual([{ state: 'succeeded' }]);
  expect(await runAudit(site.app.deps, 'all')).toEqual([]);
});

test('an operator account does not open the customer site', async () => {
  await makeDemoAccounts(site.db);
  await expect(site.signIn('operator', 'Pocketfleet-operator-1')).rejects.toThrow('invalid_credentials');
});

test('without phones the demo says so in time', async () => {
  const empty = await startTestApp();
  try {
    await makeDemoAccounts(empty.db);
    await expect(assign(empty, 0)).rejects.toThrow('only 0 phones came online in time');
  } finally {
    await empty.stop();
  }
});
