// Problems with money raise one alarm and one mail each.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { monitorProvider, storeFindings } from '../payments/money-monitor.ts';
import { sql } from '../platform/database.ts';
import { type PaymentProvider, PaymentProviderError } from '../platform/stripe.ts';
import { sweepAlarms } from './alarms.ts';

const shop = useShop(3);
let operator: OperatorClient;
let token: string;

beforeAll(async () => {
  operator = await signInOperator(shop.site, 'sue', 'admin');
  token = (await shop.customer('ada')).token;
});
beforeEach(async () => {
  await sql`truncate alarms, audit_findings, provider_trouble`.execute(shop.site.db);
  await shop.reset();
});

const sweep = () => sweepAlarms(shop.site.app.deps);
const run = (query: string) => sql.raw(query).execute(shop.site.db);

type Alarm = Record<string, unknown> & { id: string };
async function alarms(): Promise<Alarm[]> {
  const { body } = await operator.call('GET', '/alarms');
  return (body['rows'] as Alarm[]).filter(({ host_id, device_id }) => host_id === null && device_id === null);
}

/** The alarms after two looks, which are one in the list and one in the mail. */
async function raised(): Promise<Alarm[]> {
  await sweep();
  await sweep();
  await shop.site.runJobs();
  return alarms();
}
const mailed = () => shop.site.outbox.filter(({ text }) => text.includes('/alarms'));

test('an ordinary purchase raises no alarm', async () => {
  await rent(shop, token);
  await storeFindings(shop.site.app.deps);
  expect(await raised()).toEqual([]);
});

test('a payment provider that is silent for a minute raises an alarm, which ends when it answers', async () => {
  let isSilent = true;
  const answer = async () => {
    if (isSilent) throw new PaymentProviderError('unavailable', new Error('connect ECONNREFUSED'));
    return [];
  };
  const provider = { listRefundsOf: answer } as unknown as PaymentProvider;
  const watched = monitorProvider(shop.site.app.deps, provider);
  const ask = () => watched.listRefundsOf('pi_1').catch(() => undefined);
  await ask();
  expect(await raised()).toEqual([]);
  await shop.site.advance('61 seconds');
  await ask();
  expect(await raised()).toMatchObject([
    { kind: 'provider_silent', detail: expect.stringContaining('ECONNREFUSED'), ended_at: null },
  ]);
  expect(mailed()).toMatchObject([{ subject: 'Payments not possible' }]);
  isSilent = false;
  await ask();
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String) }]);
});

test('an outage that a dead node has stored ends when another node’s call succeeds, and lasts while any node sees it', async () => {
  const answer = async () => [];
  const fail = () =>
    Promise.reject(new PaymentProviderError('unavailable', new Error('connect ECONNREFUSED')));
  const watch = (call: () => Promise<never[]>) =>
    monitorProvider(shop.site.app.deps, { listRefundsOf: call } as unknown as PaymentProvider);
  const ask = (watched: PaymentProvider) => watched.listRefundsOf('pi_1').catch(() => undefined);
  const [failing, working] = [watch(fail), watch(answer)];
  await ask(working);
  await ask(failing);
  await shop.site.advance('61 seconds');
  await ask(failing);
  await ask(working);
  expect(await raised()).toMatchObject([{ kind: 'provider_silent', ended_at: null }]);
  await shop.site.advance('61 seconds');
  await ask(working);
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String) }]);
});

test('a refusal of the provider is no outage', async () => {
  const refuse = () => Promise.reject(new PaymentProviderError('refused', new Error('no such card')));
  const provider = { getIntent: refuse } as unknown as PaymentProvider;
  const watched = monitorProvider(shop.site.app.deps, provider);
  await expect(watched.getIntent('pi_1')).rejects.toThrow('no such card');
  await shop.site.advance('2 minutes');
  expect(await raised()).toEqual([]);
});

test('a webhook that is stored and not applied for ten minutes raises an alarm', async () => {
  await run(`insert into payment_events (id, type) values ('evt_1', 'payment_intent.succeeded')`);
  await shop.site.advance('9 minutes');
  expect(await raised()).toEqual([]);
  await shop.site.advance('2 minutes');
  expect(await raised()).toMatchObject([
    { kind: 'webhook_stuck', detail: '1 stored and not applied, the oldest is evt_1.' },
  ]);
  await run('update payment_events set applied_at = app_now()');
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String) }]);
});

test('a paid order without phones raises an alarm that names it', async () => {
  const id = await rent(shop, token);
  await run('delete from assignments');
  await shop.site.advance('2 minutes');
  const [alarm] = await raised();
  expect(alarm).toMatchObject({ kind: 'order_undelivered', order_id: id });
  expect(alarm?.['order_number']).toMatch(/^PF-/);
  expect(mailed()).toMatchObject([{ subject: 'Paid order without phones' }]);
  await run(`update orders set paid_at = paid_at - interval '5 days'`);
  await sweep();
  expect(await alarms()).toMatchObject([{ order_id: id, ended_at: null }]);
  await run(`insert into refunds (payment_id, amount, reason, state, done_at)
             select id, amount, 'operator', 'succeeded', app_now() from payments where status = 'succeeded'`);
  await sweep();
  expect(await alarms()).toMatchObject([{ order_id: id, ended_at: expect.any(String) }]);
});

test('a paid order without phones whose money a bank has taken raises no alarm of its own', async () => {
  await rent(shop, token);
  await run('delete from assignments');
  await run(`insert into disputes (id, payment_id, amount, reason, state, closed_at)
             select 'dp_' || id, id, amount, 'fraudulent', 'lost', app_now() from payments`);
  await shop.site.advance('2 minutes');
  expect((await raised()).map(({ kind }) => kind)).toEqual(['dispute_lost']);
});

test('an alarm that a node of the version before ends is there again, and is not mailed again', async () => {
  await run(`insert into payment_events (id, type) values ('evt_2', 'payment_intent.succeeded')`);
  await shop.site.advance('11 minutes');
  expect(await raised()).toMatchObject([{ kind: 'webhook_stuck', ended_at: null }]);
  expect(mailed()).toHaveLength(1);
  await run('update alarms set ended_at = app_now()');
  expect(await raised()).toMatchObject([{ ended_at: null }, { ended_at: expect.any(String) }]);
  expect(mailed()).toHaveLength(1);
  await run('update alarms set ended_at = app_now()');
  await shop.site.advance('61 seconds');
  await raised();
  expect(mailed()).toHaveLength(2);
});

test('a rental that has started and still waits for its phones raises an alarm', async () => {
  const id = await rent(shop, token, { phone_count: 2 });
  await run(`update assignments set state = 'scheduled', starts_at = app_now() - interval '3 minutes'`);
  expect(await raised()).toMatchObject([
    { kind: 'order_undelivered', order_id: id, detail: expect.stringContaining('waits for 2 of 2 phones') },
  ]);
});

test('an invariant that two audits find broken raises an alarm, which ends when it holds again', async () => {
  await openRental(shop, token);
  await run('update payments set is_mismatched = true');
  await storeFindings(shop.site.app.deps);
  expect(await raised()).toEqual([]);
  await shop.site.advance('5 minutes');
  await storeFindings(shop.site.app.deps);
  expect(await raised()).toMatchObject([
    { kind: 'audit_broken', detail: expect.stringMatching(/^P4: .*every payment matches its order/) },
  ]);
  await run('update payments set is_mismatched = false');
  await storeFindings(shop.site.app.deps);
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String) }]);
});

test('a dispute raises one alarm, which ends when it is acknowledged, and never starts again', async () => {
  const order = await openRental(shop, token);
  await shop.pay(order.secret, '4000000000000259');
  await expect
    .poll(
      async () => {
        await settle(shop);
        return (await sql`select 1 from disputes`.execute(shop.site.db)).rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  const [alarm] = await raised();
  const { amount } = await readOrder(shop, token, order.orderId);
  expect(alarm).toMatchObject({ kind: 'disputed', order_id: order.orderId, ended_at: null });
  expect(alarm?.['detail']).toContain(`$${(amount / 100).toFixed(2)}`);
  const reason = 'I answer the bank';
  expect(await operator.call('POST', `/alarms/${alarm?.id}/acknowledge`, { reason })).toMatchObject({
    status: 200,
  });
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String), acknowledged_by: 'sue' }]);
  expect(mailed()).toHaveLength(1);
});

test('the alarm of a decided dispute ends; a lost one raises another alarm', async () => {
  const order = await openRental(shop, token);
  await shop.pay(order.secret, '4000000000000259');
  const dispute = async (): Promise<{ id: string; state: string } | undefined> => {
    await settle(shop);
    return (await sql<{ id: string; state: string }>`select id, state from disputes`.execute(shop.site.db))
      .rows[0];
  };
  await expect.poll(dispute, { timeout: 60_000 }).toMatchObject({ state: 'open' });
  expect(await raised()).toMatchObject([{ kind: 'disputed', ended_at: null }]);
  const { id } = (await dispute()) ?? {};
  await fetch(`${shop.sandbox.url}/v1/disputes/${id}/close`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  await expect.poll(dispute, { timeout: 60_000 }).toMatchObject({ state: 'lost' });
  const { amount } = await readOrder(shop, token, order.orderId);
  expect(await raised()).toMatchObject([
    {
      kind: 'dispute_lost',
      order_id: order.orderId,
      ended_at: null,
      detail: expect.stringContaining(`$${(amount / 100).toFixed(2)}`),
    },
    { kind: 'disputed', ended_at: expect.any(String) },
  ]);
  expect(mailed()).toHaveLength(2);
});

test('the alarm of a disputed payment names the amount that was refunded before', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const order = await openRental(shop, token);
  await shop.site.call('POST', `/api/orders/${order.orderId}/release-hold`, { token });
  await run('delete from graphile_worker._private_jobs');
  await shop.pay(order.secret);
  await settle(shop);
  const { amount, refunds } = await readOrder(shop, token, order.orderId);
  expect(refunds).toMatchObject([{ amount, state: 'succeeded' }]);
  await run(`insert into disputes (id, payment_id, amount, reason)
             select 'dp_late', id, amount, 'fraudulent' from payments`);
  const back = `$${(amount / 100).toFixed(2)} of it was refunded already`;
  expect(await raised()).toMatchObject([
    { kind: 'disputed', order_id: order.orderId, detail: expect.stringContaining(back) },
  ]);
  expect(mailed()).toMatchObject([{ subject: 'Payment disputed', text: expect.stringContaining(back) }]);
});

test('a dispute that is lost again raises another alarm', async () => {
  await rent(shop, token);
  await run(`insert into disputes (id, payment_id, amount, reason, state, closed_at)
             select 'dp_again', id, amount, 'fraudulent', 'lost', app_now() from payments`);
  expect(await raised()).toMatchObject([{ kind: 'dispute_lost' }]);
  const [alarm] = await alarms();
  await operator.call('POST', `/alarms/${alarm?.id}/acknowledge`, { reason: 'I write to the customer' });
  expect(await raised()).toMatchObject([{ ended_at: expect.any(String) }]);
  await shop.site.advance('5 minutes');
  await run(`update disputes set closed_at = app_now()`);
  expect(await raised()).toMatchObject([{ ended_at: null }, { ended_at: expect.any(String) }]);
  expect(mailed()).toHaveLength(2);
});

test('a check that could not run twice is an alarm that names it, and ends once it runs', async () => {
  await run('alter table audit_gaps rename to gone');
  try {
    await storeFindings(shop.site.app.deps);
    await shop.site.advance('6 minutes');
    await storeFindings(shop.site.app.deps);
    expect(await raised()).toMatchObject([
      {
        kind: 'audit_unchecked',
        detail: expect.stringMatching(/^A3 could not be checked: every change of state .*audit_gaps/),
      },
    ]);
  } finally {
    await run('alter table gone rename to audit_gaps');
  }
  await storeFindings(shop.site.app.deps);
  await sweep();
  expect(await alarms()).toMatchObject([{ ended_at: expect.any(String) }]);
});
