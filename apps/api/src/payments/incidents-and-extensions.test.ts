import { beforeEach, expect, test } from 'vitest';
import {
  openExtension,
  openRental,
  paymentsDeps,
  phoneOfOrder,
  readOrder,
  rent,
  setPhone,
  settle,
} from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { swapPhone } from '../orders/orders.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { readDuePayments } from './payments.jobs.ts';
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

const oneDay = { period: 'day', number_of_periods: 1 };

test('an extension that is paid while the start is delayed is added to the delayed rental', async () => {
  await set('PF-002', 'ready', 'quarantined');
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await set('PF-001', 'absent');
  await shop.site.advance('48 hours 1 minute');
  await settle(shop);
  const before = await phoneOf(orderId);
  const extension = await openExtension(shop, ada.token, before?.assignment_id ?? '', oneDay);
  await shop.pay(extension.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, extension.orderId)).toMatchObject({ state: 'paid', refunds: [] });
  await set('PF-001', 'ready');
  await shop.site.advance('2 minutes');
  await settle(shop);
  const phone = await phoneOf(orderId);
  expect(phone?.state).toBe('active');
  expect(Date.parse(phone?.expires_at ?? '') - Date.parse(phone?.starts_at ?? '')).toBe(8 * dayMs);
  await expectSound();
});

test('an extension that is being paid stays during an incident that can’t be resolved', async () => {
  await set('PF-002', 'ready', 'quarantined');
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await shop.site.advance('47 hours 10 minutes');
  await settle(shop);
  await set('PF-001', 'absent');
  const phone = await phoneOf(orderId);
  const extension = await openExtension(shop, ada.token, phone?.assignment_id ?? '', oneDay);
  await settle(shop);
  expect((await readOrder(shop, ada.token, extension.orderId)).state).toBe('awaiting_payment');
  await set('PF-002', 'ready');
  await settle(shop);
  expect((await readOrder(shop, ada.token, extension.orderId)).state).toBe('cancelled');
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002' });
  await expectSound();
});

test('a hold past its end doesn’t block a replacement', async () => {
  const orderId = await rent(shop, ada.token);
  const held = await openRental(shop, bob.token);
  expect(held.status).toBe(200);
  await shop.site.advance('16 minutes');
  const phone = await phoneOf(orderId);
  const { db, config } = shop.site.app.deps;
  const swapped = await inTransaction(db, (tx) =>
    swapPhone({ config }, tx, phone?.assignment_id ?? '', { deviceId: undefined, note: '' }),
  );
  expect(swapped.was_running).toBe(true);
  expect(await phoneOf(orderId)).toMatchObject({ tag: 'PF-002' });
});

test('after an extension no reminder names a wrong time', async () => {
  const orderId = await rent(shop, ada.token);
  await shop.site.advance('5 days 12 hours');
  await settle(shop);
  const phone = await phoneOf(orderId);
  const extension = await openExtension(shop, ada.token, phone?.assignment_id ?? '', oneDay);
  await shop.pay(extension.secret);
  shop.site.outbox.length = 0;
  await settle(shop);
  expect(
    shop.site.outbox.map(({ subject }) => subject).filter((subject) => !/confirmed/.test(subject)),
  ).toEqual([]);
});

test('a phone that never opened is handed back for a full refund', async () => {
  const { orderId, secret } = await openRental(shop, ada.token);
  await set('PF-001', 'absent');
  await set('PF-002', 'absent');
  await shop.pay(secret);
  await sql`update payments set read_at = app_now() where read_at is not null`.execute(shop.site.db);
  await readDuePayments(paymentsDeps(shop));
  const phone = await phoneOf(orderId);
  const path = `/api/phone-assignments/${phone?.assignment_id}/hand-back`;
  expect(await shop.site.call('POST', path, { token: ada.token })).toMatchObject({ status: 200 });
  await settle(shop);
  expect((await readOrder(shop, ada.token, orderId)).refunds).toMatchObject([
    { amount: 5_000, reason: 'not_started', state: 'succeeded' },
  ]);
  await expectSound();
});
