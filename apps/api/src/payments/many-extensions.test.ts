// One order that extends several rentals, with one payment (decision 092).
import { expect, test } from 'vitest';
import {
  openExtension,
  openExtensions,
  openRental,
  readOrder,
  rent,
  settle,
} from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const dayMs = 86_400_000;
const week = { period: 'week', number_of_periods: 1 };

const { shop, ada, bob } = useTwoRenters(4);

type Rented = {
  assignment_id: string;
  device_id: string;
  tag: string;
  starts_at: string;
  expires_at: string;
};

const phonesOf = async (orderId: string, token = ada.token) =>
  (await readOrder(shop, token, orderId)).phones as unknown as Rented[];
const idsOf = (phones: readonly Rented[]) => phones.map(({ assignment_id }) => assignment_id);
const weekLater = (phones: readonly Rented[]) =>
  phones.map(({ expires_at }) => new Date(Date.parse(expires_at) + 7 * dayMs).toISOString());
const rentThree = async () => phonesOf(await rent(shop, ada.token, { phone_count: 3 }));
const quote = (ids: readonly string[], token = ada.token) =>
  shop.site.call('POST', '/api/phone-assignments/quote-extensions', {
    token,
    payload: { ...week, assignment_ids: ids },
  });
const handBack = (assignmentId: string) =>
  shop.site.call('POST', `/api/phone-assignments/${assignmentId}/hand-back`, { token: ada.token });
/** Bob has phones soon after Ada's end. They are only held, so that nothing settles Ada's payment. */
const bookNext = async (phones: readonly Rented[], count: number) => {
  const end = Math.max(...phones.map(({ expires_at }) => Date.parse(expires_at)));
  const inMs = end + 2 * 3_600_000 - shop.site.app.deps.clock.nowMs();
  const opened = await openRental(shop, bob.token, { phone_count: count, inMs });
  expect(opened.status).toBe(200);
  return phonesOf(opened.orderId, bob.token);
};
const audit = () => runAudit(shop.site.app.deps, 'all');

test('one order with one payment moves the end of each rental', async () => {
  const phones = await rentThree();
  expect(await quote(idsOf(phones))).toMatchObject({
    status: 200,
    body: { amount: 15_000, unit_amount: 5_000, gone: [], extensions: [{ is_possible: true }, {}, {}] },
  });
  const opened = await openExtensions(shop, ada.token, idsOf(phones), week);
  expect(opened.body).toMatchObject({ amount: 15_000, starts_at: phones[0]?.expires_at });
  // Webhooks twice: each effect once.
  shop.sandbox.faults.webhooks.copies = 2;
  await shop.pay(opened.secret);
  await settle(shop);
  const order = await readOrder(shop, ada.token, opened.orderId);
  expect(order).toMatchObject({
    state: 'paid',
    phone_count: 3,
    extends_many: true,
    amount: 15_000,
    refunds: [],
  });
  expect((await phonesOf(opened.orderId)).map((phone) => phone.expires_at)).toEqual(weekLater(phones));
  const mail = shop.site.outbox.find(({ subject }) => subject.includes('extension is confirmed'))?.text;
  expect(mail).toContain('You can keep 3 phones for longer.');
  for (const { tag } of phones) expect(mail).toContain(tag);
  const ledger = await sql`select amount from ledger where order_id = ${opened.orderId}`.execute(
    shop.site.db,
  );
  expect(ledger.rows).toEqual([{ amount: 15_000 }]);
  expect(await audit()).toEqual([]);
});

test('the same phones and time again are one order; another choice replaces it, whole', async () => {
  const ids = idsOf(await rentThree());
  const first = await openExtensions(shop, ada.token, ids, week);
  const again = await openExtensions(shop, ada.token, [...ids].reverse(), week);
  expect(again.orderId).toBe(first.orderId);
  const fewer = await openExtensions(shop, ada.token, ids.slice(1), week);
  expect(fewer.orderId).not.toBe(first.orderId);
  expect((await readOrder(shop, ada.token, first.orderId)).state).toBe('cancelled');
  const one = await openExtension(shop, ada.token, ids[1] ?? '', week);
  expect(one.orderId).not.toBe(fewer.orderId);
  expect((await readOrder(shop, ada.token, fewer.orderId)).state).toBe('cancelled');
  expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
});

test('a phone that is booked next is named with its latest end, and the others can be extended', async () => {
  const phones = await rentThree();
  const [next] = (await bookNext(phones, 1)) as [Rented];
  const taken = phones.find(({ device_id }) => device_id === next.device_id);
  const others = phones.filter((phone) => phone !== taken);
  const latest = new Date(Date.parse(next.starts_at) - 3_600_000).toISOString();
  const quoted = await quote(idsOf(phones));
  expect(quoted.body).toMatchObject({ amount: 10_000 });
  expect(quoted.body['extensions']).toContainEqual(
    expect.objectContaining({ tag: taken?.tag, is_possible: false, latest_expires_at: latest }),
  );
  expect(await openExtensions(shop, ada.token, idsOf(phones), week)).toMatchObject({
    status: 409,
    body: { code: 'booked_next', blocked: [{ tag: taken?.tag, latest_expires_at: latest }] },
  });
  const opened = await openExtensions(shop, ada.token, idsOf(others), week);
  expect(opened).toMatchObject({ status: 200, body: { amount: 10_000 } });
});

test('a phone that is handed back before the payment is refunded, and the others are extended', async () => {
  const phones = await rentThree();
  const opened = await openExtensions(shop, ada.token, idsOf(phones), week);
  const [gone, ...kept] = phones as [Rented, Rented, Rented];
  expect(await handBack(gone.assignment_id)).toMatchObject({ status: 200 });
  expect((await readOrder(shop, ada.token, opened.orderId)).state).toBe('awaiting_payment');
  await shop.pay(opened.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    state: 'paid',
    refunds: [{ amount: 5_000, reason: 'no_phones', state: 'succeeded' }],
  });
  expect((await phonesOf(opened.orderId)).map(({ expires_at }) => expires_at)).toEqual(weekLater(kept));
  const mails = shop.site.outbox.map(({ text }) => text).join('\n');
  expect(mails).toContain(`We couldn’t extend ${gone.tag} any more`);
  await expect
    .poll(async () => {
      await settle(shop);
      return audit();
    })
    .toEqual([]);
});

test('late money extends what is still free, and refunds what was booked next meanwhile', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const phones = await rentThree();
  const late = await openExtensions(shop, ada.token, idsOf(phones), week);
  await shop.site.advance('16 minutes');
  const booked = await bookNext(phones, 2);
  await shop.pay(late.secret);
  await settle(shop);
  const order = await readOrder(shop, ada.token, late.orderId);
  const isBooked = ({ device_id }: Rented) => booked.some((next) => next.device_id === device_id);
  expect(idsOf(await phonesOf(late.orderId))).toEqual(idsOf(phones.filter((phone) => !isBooked(phone))));
  expect(order).toMatchObject({ state: 'paid', refunds: [{ amount: 10_000, state: 'succeeded' }] });
  await expect
    .poll(async () => {
      await settle(shop);
      return audit();
    })
    .toEqual([]);
});

test('late money for phones that are all booked next is refunded in full', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const phones = await phonesOf(await rent(shop, ada.token, { phone_count: 4 }));
  const late = await openExtensions(shop, ada.token, idsOf(phones), week);
  await shop.site.advance('16 minutes');
  await bookNext(phones, 4);
  await shop.pay(late.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, late.orderId)).toMatchObject({
    state: 'expired',
    refunds: [{ amount: 20_000, reason: 'no_phones', state: 'succeeded' }],
  });
});

test('cancelling a rental before its start refunds its part of the extension, and no other', async () => {
  const later = await phonesOf(await rent(shop, ada.token, { inMs: 3 * dayMs }));
  const running = await phonesOf(await rent(shop, ada.token));
  const all = [...later, ...running];
  const opened = await openExtensions(shop, ada.token, idsOf(all), week);
  await shop.pay(opened.secret);
  await settle(shop);
  const [orderId] = (
    await sql<{
      order_id: string;
    }>`select order_id from assignments where id = ${later[0]?.assignment_id}`.execute(shop.site.db)
  ).rows.map(({ order_id }) => order_id);
  expect((await readOrder(shop, ada.token, orderId ?? '')) as object).toMatchObject({
    refundable_amount: 10_000,
  });
  await shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token: ada.token });
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    state: 'paid',
    refunds: [{ amount: 5_000, reason: 'order_cancelled' }],
  });
  expect(idsOf(await phonesOf(opened.orderId))).toEqual(idsOf(running));
  expect(await audit()).toEqual([]);
});

test('only the tenant’s own rentals, each once, and at most fifty', async () => {
  const [phone] = (await rentThree()) as [Rented];
  const id = phone.assignment_id;
  expect((await quote([id], bob.token)).body).toMatchObject({ extensions: [], gone: [id], amount: 0 });
  expect(await openExtensions(shop, bob.token, [id], week)).toMatchObject({
    status: 404,
    body: { gone: [id] },
  });
  expect(await quote([id, id])).toMatchObject({ status: 400 });
  expect(await quote([])).toMatchObject({ status: 400, body: { detail: 'Choose the phones to extend' } });
  expect(await openRental(shop, bob.token)).toMatchObject({ status: 200 });
});

test('the database gives no phones to an order that extends rentals', async () => {
  const phones = await rentThree();
  const { orderId } = await openExtensions(shop, ada.token, idsOf(phones), week);
  const insert = sql`
    insert into assignments (device_id, user_id, order_id, state, starts_at, expires_at)
    select device_id, user_id, ${orderId}::uuid, 'scheduled', app_now() + interval '90 days', app_now() + interval '91 days'
    from assignments where id = ${phones[0]?.assignment_id}`;
  await expect(insert.execute(shop.site.db)).rejects.toThrow('gets no phones of its own');
});
