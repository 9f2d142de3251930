import { beforeEach, expect, test } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { openRental, phoneOfOrder, readOrder, rent, setPhone, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { lockStock, resolveIncident } from '../assignments/assignments.ts';
import { sweepOrders } from '../orders/orders.jobs.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const { shop, ada, bob } = useTwoRenters(2);
beforeEach(async () => {
  await set('PF-001', 'ready');
  await set('PF-002', 'ready');
});

const set = (tag: string, runner: string, state?: string) => setPhone(shop, tag, runner, state);
const phoneOf = (orderId: string) => phoneOfOrder(shop, ada.token, orderId);
const expectSound = async () => expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);

test('a phone that fails before the start is replaced', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  const before = await phoneOf(orderId);
  await set('PF-001', 'ready', 'quarantined');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({
    assignment_id: before?.assignment_id,
    tag: 'PF-002',
    state: 'scheduled',
    starts_at: before?.starts_at,
    expires_at: before?.expires_at,
  });
  await expectSound();
});

test('a phone that is offline an hour before the start is replaced by a working one', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await set('PF-001', 'absent');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-001' });
  await shop.site.advance('47 hours 1 minute');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002', state: 'scheduled' });
});

test('incidents without a free phone don’t block the stock, and are resolved as soon as there is one', async () => {
  const days = 100;
  await rent(shop, ada.token, { inMs: 48 * hourMs, period: 'day' });
  await sql`with later as (
      insert into orders (user_id, state, phone_count, start_date, end_date, period, number_of_periods, amount, paid_at)
      select user_id, state, 1, start_date + n * interval '2 days', end_date + n * interval '2 days', period, 1,
             amount, paid_at
      from orders, generate_series(1, ${days - 1}::int) as n returning id, user_id, start_date, end_date)
    insert into assignments (device_id, user_id, order_id, state, starts_at, expires_at)
    select d.id, l.user_id, l.id, 'scheduled', l.start_date, l.end_date
    from later l, devices d where d.tag = 'PF-001'`.execute(shop.site.db);
  await set('PF-001', 'ready', 'quarantined');
  await set('PF-002', 'ready', 'quarantined');
  const { db, statements } = countStatements(shop.site.db);
  const locks = () => statements('pg_advisory_xact_lock');
  // A minute of sweeps.
  for (let sweep = 0; sweep < 12; sweep += 1) await sweepOrders({ ...shop.site.app.deps, db });
  expect(locks()).toBe(0);
  await set('PF-002', 'ready');
  const tags = async () => {
    await sweepOrders(shop.site.app.deps);
    const rows = await sql<{ tag: string; n: number }>`
      select d.tag, count(*)::int as n from assignments a join devices d on d.id = a.device_id
      group by d.tag`.execute(shop.site.db);
    return rows.rows;
  };
  // At once, or right after the sweep that the app itself may be at.
  await expect.poll(tags, { timeout: 60_000 }).toEqual([{ tag: 'PF-002', n: days }]);
});

test('without a phone at the start, the rental’s time starts when there is one', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await set('PF-001', 'absent');
  await set('PF-002', 'absent');
  await shop.site.advance('48 hours 1 minute');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ state: 'scheduled' });
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toMatchObject([
    { assignment_state: 'scheduled' },
  ]);
  await shop.site.advance('70 minutes');
  await set('PF-002', 'ready');
  await settle(shop);
  const phone = await phoneOf(orderId);
  expect(phone).toMatchObject({ state: 'active', tag: 'PF-002' });
  expect(Date.parse(phone?.expires_at ?? '') - Date.parse(phone?.starts_at ?? '')).toBe(7 * dayMs);
  expect(shop.site.outbox.at(-1)?.subject).toBe('Your phone is ready');
  await expectSound();
});

test('an incident that another node has resolved meanwhile changes nothing', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await set('PF-001', 'absent');
  await set('PF-002', 'absent');
  await shop.site.advance('48 hours 1 minute');
  await settle(shop);
  await shop.site.advance('2 minutes');
  await set('PF-002', 'ready');
  const { assignment_id = '' } = (await phoneOf(orderId)) ?? {};
  const ease = () =>
    inTransaction(shop.site.db, async (tx) => {
      await lockStock(tx);
      return resolveIncident(tx, assignment_id, async () => undefined);
    });
  await Promise.all([ease(), ease()]);
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ assignment_id, state: 'active', tag: 'PF-002' });
});

test('without a phone two hours after the start, the rental is refunded in full', async () => {
  const orderId = await rent(shop, ada.token, { phone_count: 2, inMs: 48 * hourMs });
  await set('PF-001', 'absent');
  await shop.site.advance('48 hours 1 minute');
  await settle(shop);
  await shop.site.advance('118 minutes');
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toEqual([]);
  await shop.site.advance('2 minutes');
  await settle(shop);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    state: 'paid',
    refunds: [{ amount: 5_000, reason: 'not_started', state: 'succeeded' }],
  });
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toMatchObject([
    { tag: 'PF-002' },
  ]);
  await expectSound();
});

test('the time of a phone that goes offline during the payment doesn’t run', async () => {
  const orderId = await rent(shop, ada.token);
  expect(await phoneOf(orderId)).toMatchObject({ state: 'active' });
  await shop.reset();
  const opened = await openRental(shop, ada.token, { phone_count: 2 });
  await set('PF-002', 'absent');
  await shop.pay(opened.secret);
  await settle(shop);
  const { phones } = await readOrder(shop, ada.token, opened.orderId);
  expect(phones.map(({ tag, state }) => [tag, state])).toEqual([
    ['PF-001', 'active'],
    ['PF-002', 'scheduled'],
  ]);
});

test('a phone that fails in use is replaced for the rest of the rental, and its customer is told by which', async () => {
  const orderId = await rent(shop, ada.token);
  const before = await phoneOf(orderId);
  const call = (method: 'GET' | 'PATCH', path: string, payload?: object) =>
    shop.site.call(method, path, { token: ada.token, ...(payload === undefined ? {} : { payload }) });
  await call('PATCH', `/api/phones/${before?.device_id}`, { label: 'Client A' });
  await set('PF-001', 'quarantined', 'quarantined');
  await settle(shop);
  const after = await phoneOf(orderId);
  expect(after).toMatchObject({ tag: 'PF-002', state: 'active', expires_at: before?.expires_at });
  expect(shop.site.outbox.map(({ subject }) => subject).slice(-2)).toEqual([
    'PF-002 replaces PF-001',
    'Your phone is ready',
  ]);
  const { number } = await readOrder(shop, ada.token, orderId);
  const mail = shop.site.outbox.at(-2)?.text;
  expect(mail).toContain('PF-001 failed, so we took it out of service. PF-002 (');
  expect(mail?.startsWith(number)).toBe(true);
  expect(mail).toMatch(new RegExp(`Order: ${number}\nPhone: PF-002, .+\nReplaces: PF-001\nUntil: .+ UTC`));
  expect((await call('GET', '/api/phones')).body).toMatchObject([
    {
      tag: 'PF-002',
      label: 'Client A',
      replaces: { device_id: before?.device_id, tag: 'PF-001', because: 'failed', note: null },
    },
  ]);
  expect((await call('GET', '/api/phone-assignments')).body).toMatchObject({
    assignments: [
      { tag: 'PF-002', replaced_by: null },
      { tag: 'PF-001', replaced_by: 'PF-002', replaced_because: 'failed', replaced_note: null },
    ],
  });
  expect((await readOrder(shop, ada.token, orderId)).refunds).toEqual([]);
  await expectSound();
});

test('a phone that is offline briefly is kept, and after two hours it is replaced', async () => {
  const orderId = await rent(shop, ada.token);
  await set('PF-001', 'absent');
  await settle(shop);
  await shop.site.advance('110 minutes');
  await settle(shop);
  await set('PF-001', 'ready');
  await settle(shop);
  await set('PF-001', 'absent');
  await settle(shop);
  await shop.site.advance('110 minutes');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-001' });
  await shop.site.advance('11 minutes');
  await settle(shop);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002' });
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toMatchObject([
    { tag: 'PF-002', replaces: { tag: 'PF-001', because: 'offline', note: null } },
  ]);
  expect(shop.site.outbox.map(({ text }) => text).join()).toContain(
    'We couldn’t reach PF-001 for two hours. PF-002 (',
  );
});

test('if no replacement is free for a failed phone, the unused whole days are refunded', async () => {
  const orderId = await rent(shop, ada.token, { phone_count: 2 });
  await shop.site.advance('36 hours');
  await set('PF-001', 'ready', 'quarantined');
  await settle(shop);
  // Five whole days of seven, of 50 dollars.
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    state: 'paid',
    refunds: [{ amount: Math.ceil((5_000 * 5) / 7), reason: 'phone_failed', state: 'succeeded' }],
  });
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toMatchObject([
    { tag: 'PF-002' },
  ]);
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toHaveLength(1);
  await expectSound();
});

test('a rental whose phone never opened is refunded in full, however short it is', async () => {
  await set('PF-002', 'ready', 'quarantined');
  shop.site.agents.prepare = false;
  const orderId = await rent(shop, ada.token, { period: 'day' });
  await shop.site.advance('5 minutes');
  await set('PF-001', 'ready', 'quarantined');
  shop.site.outbox.length = 0;
  await settle(shop);
  const order = await readOrder(shop, ada.token, orderId);
  expect(order.refunds).toMatchObject([{ amount: order.amount, reason: 'not_started', state: 'succeeded' }]);
  const mail = shop.site.outbox.find(({ subject }) => subject === 'Your rental of PF-001 is over');
  expect(mail?.text.startsWith(order.number)).toBe(true);
  expect(mail?.text).toMatch(/Order: \S+\nPhone: PF-001, .+\nRefund: \$\d+\.\d\d\n/);
  await expectSound();
});

test('if a replacement never opens, only the unused time is refunded', async () => {
  const orderId = await rent(shop, ada.token);
  await shop.site.advance('48 hours');
  shop.site.agents.prepare = false;
  await set('PF-001', 'ready', 'quarantined');
  await settle(shop);
  await set('PF-002', 'ready', 'quarantined');
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: Math.ceil((5_000 * 4) / 7), reason: 'phone_failed' },
  ]);
});

test('a failure with less than a day left is mailed although nothing is refunded', async () => {
  await set('PF-002', 'ready', 'quarantined');
  const orderId = await rent(shop, ada.token, { period: 'day' });
  await shop.site.advance('5 minutes');
  await set('PF-001', 'ready', 'quarantined');
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toEqual([]);
  expect(shop.site.outbox.at(-1)?.text).toContain('there is nothing to refund');
});

test('a start is delayed even if the rental would run into the next booking', async () => {
  await set('PF-002', 'ready', 'quarantined');
  const startMs = shop.site.app.deps.clock.nowMs() + 48 * hourMs;
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs, period: 'day' });
  // The next booking begins as soon as the phone is clean again, and a little.
  const next = await openRental(shop, bob.token, {
    inMs: 48 * hourMs + dayMs + hourMs + 90_000,
    period: 'day',
  });
  await shop.pay(next.secret);
  await settle(shop);
  await set('PF-001', 'absent');
  await shop.site.advance('48 hours');
  const leftMs = startMs + 60_000 - shop.site.app.deps.clock.nowMs();
  await shop.site.advance(`${Math.round(leftMs / 1_000)} seconds`);
  await settle(shop);
  const rows = await sql<{ is_put_off: boolean }>`
    select planned_starts_at is not null and starts_at > app_now() as is_put_off
    from assignments where order_id = ${orderId}`.execute(shop.site.db);
  expect(rows.rows).toEqual([{ is_put_off: true }]);
  await expectSound();
});
