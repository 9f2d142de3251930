import { expect, test } from 'vitest';
import { openExtension, openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { type BoughtOrder, describeReceipt } from './receipt.ts';
import { runAudit } from './run-audit.ts';

const dayMs = 86_400_000;
const week = { period: 'week', number_of_periods: 1 };

const { shop, ada, bob } = useTwoRenters(1);

const phoneOf = async (orderId: string, token = ada.token) => {
  const [phone] = (await readOrder(shop, token, orderId)).phones;
  if (phone === undefined) throw new Error('the order has no phone');
  return phone;
};

const quote = async (assignmentId: string, input: object, token = ada.token) =>
  shop.site.call('POST', `/api/phone-assignments/${assignmentId}/quote-extension`, { token, payload: input });

test('a paid extension moves the end of the same phone and is an order with its own price', async () => {
  const phone = await phoneOf(await rent(shop, ada.token));
  const until = new Date(Date.parse(phone.expires_at) + 7 * dayMs).toISOString();
  expect(await quote(phone.assignment_id, week)).toMatchObject({
    status: 200,
    body: { amount: 5_000, new_expires_at: until, is_possible: true, latest_expires_at: null, tag: 'PF-001' },
  });
  const opened = await openExtension(shop, ada.token, phone.assignment_id, week);
  expect(opened.body).toMatchObject({ amount: 5_000, starts_at: phone.expires_at, expires_at: until });
  expect((await phoneOf(opened.orderId)).expires_at).toBe(phone.expires_at);
  await shop.pay(opened.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    state: 'paid',
    can_cancel: false,
  });
  expect(await phoneOf(opened.orderId)).toEqual({ ...phone, order_id: undefined, expires_at: until });
  const mail = shop.site.outbox.at(-1)?.text;
  expect(mail).toContain('You can keep your phone PF-001 until');
  expect(mail).toMatch(/Phone:? +PF-001, Pixel 8/);
  const order = await readOrder(shop, ada.token, opened.orderId);
  const buyer = { first_name: 'Ada', last_name: 'L', username: 'ada', email: 'ada@example.com' };
  const receipt = describeReceipt(order as unknown as BoughtOrder, buyer, shop.site.app.deps.config);
  expect(receipt.item).toMatchObject({
    description: 'Extension of a phone rental',
    details: ['PF-001, Pixel 8', '1 Week', expect.anything(), expect.anything()],
  });
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('the same extension opened twice is one order; another length replaces it', async () => {
  const phone = await phoneOf(await rent(shop, ada.token));
  const first = await openExtension(shop, ada.token, phone.assignment_id, week);
  const again = await openExtension(shop, ada.token, phone.assignment_id, week);
  expect(again.orderId).toBe(first.orderId);
  const other = await openExtension(shop, ada.token, phone.assignment_id, {
    period: 'day',
    number_of_periods: 1,
  });
  expect(other.orderId).not.toBe(first.orderId);
  expect((await readOrder(shop, ada.token, first.orderId)).state).toBe('cancelled');
  expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
});

test('a phone with a next booking can be extended until the turnover before it', async () => {
  const phone = await phoneOf(await rent(shop, ada.token));
  const next = Date.parse(phone.expires_at) + 3 * dayMs;
  const inMs = next - shop.site.app.deps.clock.nowMs();
  const booked = await phoneOf(await rent(shop, bob.token, { inMs }), bob.token);
  const latest = new Date(Date.parse(booked.starts_at) - 3_600_000).toISOString();
  expect(await quote(phone.assignment_id, week)).toMatchObject({
    body: { is_possible: false, latest_expires_at: latest },
  });
  expect(await openExtension(shop, ada.token, phone.assignment_id, week)).toMatchObject({
    status: 409,
    body: { code: 'booked_next', latest_expires_at: latest },
  });
  const day = { period: 'day', number_of_periods: 1 };
  expect(await openExtension(shop, ada.token, phone.assignment_id, day)).toMatchObject({ status: 200 });
});

test('the added time is held for the customer while it is unpaid, and free afterwards', async () => {
  const phone = await phoneOf(await rent(shop, ada.token));
  await openExtension(shop, ada.token, phone.assignment_id, week);
  const inMs = Date.parse(phone.expires_at) + 2 * 3_600_000 - shop.site.app.deps.clock.nowMs();
  expect(await openRental(shop, bob.token, { inMs })).toMatchObject({ status: 409 });
  await shop.site.advance('16 minutes');
  expect(await openRental(shop, bob.token, { inMs: inMs - 16 * 60_000 })).toMatchObject({ status: 200 });
});

test('an extension that is paid late is applied if the phone is free, else refunded', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const phone = await phoneOf(await rent(shop, ada.token));
  const late = await openExtension(shop, ada.token, phone.assignment_id, week);
  await shop.site.advance('16 minutes');
  await shop.pay(late.secret);
  await settle(shop);
  expect((await readOrder(shop, ada.token, late.orderId)).state).toBe('paid');
  const second = await openExtension(shop, ada.token, phone.assignment_id, week);
  await shop.site.advance('16 minutes');
  const end = Date.parse((await phoneOf(late.orderId)).expires_at);
  await openRental(shop, bob.token, { inMs: end + 2 * 3_600_000 - shop.site.app.deps.clock.nowMs() });
  await shop.pay(second.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, second.orderId)).toMatchObject({
    state: 'expired',
    refunds: [{ amount: 5_000, reason: 'no_phones', state: 'succeeded' }],
  });
  // An event that came just before the clock was moved looks as if it had waited for as long.
  await expect
    .poll(async () => {
      await settle(shop);
      return runAudit(shop.site.app.deps, 'all');
    })
    .toEqual([]);
});

test('a monthly extension keeps the day of the month of the start', async () => {
  const orderId = await rent(shop, ada.token, { period: 'month' });
  const phone = await phoneOf(orderId);
  await sql`update assignments set starts_at = '2027-01-31T12:00:00Z', expires_at = '2027-02-28T12:00:00Z'`.execute(
    shop.site.db,
  );
  expect(await quote(phone.assignment_id, { period: 'month', number_of_periods: 1 })).toMatchObject({
    body: { new_expires_at: '2027-03-31T12:00:00.000Z', amount: 13_000 },
  });
});

test('a foreign or ended rental can’t be extended, nor any rental by a length that isn’t offered', async () => {
  const phone = await phoneOf(await rent(shop, ada.token));
  expect(await quote(phone.assignment_id, week, bob.token)).toMatchObject({ status: 404 });
  expect(await openExtension(shop, bob.token, phone.assignment_id, week)).toMatchObject({ status: 404 });
  expect(await quote(phone.assignment_id, { period: 'week', number_of_periods: 3 })).toMatchObject({
    status: 400,
    body: { detail: 'Invalid rental period' },
  });
  expect(await quote(phone.assignment_id, { period: 'year', number_of_periods: 1 })).toMatchObject({
    status: 400,
  });
  await shop.site.call('POST', `/api/phone-assignments/${phone.assignment_id}/hand-back`, {
    token: ada.token,
  });
  expect(await quote(phone.assignment_id, week)).toMatchObject({ status: 404 });
});
