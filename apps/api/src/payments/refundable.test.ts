// The refundable amount that is shown is exactly the amount that cancelling refunds.
import { expect, test } from 'vitest';
import { openExtension, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const hourMs = 3_600_000;
const { shop, ada } = useTwoRenters(2);

const refundOf = (cents: number) =>
  sql`insert into refunds (payment_id, amount, reason, state, done_at)
    select id, ${cents}::int, 'operator', 'succeeded', app_now() from payments where status = 'succeeded'`.execute(
    shop.site.db,
  );
const disputeOf = (cents: number, state: 'open' | 'lost') =>
  sql`insert into disputes (id, payment_id, amount, reason, state, closed_at, is_refundable)
    select 'dp_1', id, ${cents}::int, 'fraudulent', ${state}::text, case when ${state}::text = 'lost' then app_now() end, true
    from payments`.execute(shop.site.db);

/** All cents that cancelling has refunded. */
async function cancel(orderId: string): Promise<number> {
  const before = await given();
  expect((await shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token: ada.token })).status).toBe(
    200,
  );
  return (await given()) - before;
}
const given = async () =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(amount), 0)::int as cents from refunds where state <> 'failed'`.execute(
      shop.site.db,
    )
  ).rows[0]?.cents ?? 0;

test.each([
  ['nothing was refunded', async () => undefined, 5_000],
  ['our team gave a part back', () => refundOf(1_200), 3_800],
  ['a bank took a part', () => disputeOf(2_000, 'lost'), 3_000],
  ['a bank took all', () => disputeOf(5_000, 'lost'), 0],
  ['a bank asks for all', () => disputeOf(5_000, 'open'), 5_000],
])('where %s', async (_what, happen, left) => {
  const orderId = await rent(shop, ada.token, { inMs: 5 * hourMs });
  await happen();
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    can_cancel: true,
    refundable_amount: left,
  });
  expect(await cancel(orderId)).toBe(left);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    can_cancel: false,
    refundable_amount: 0,
  });
});

test('the refundable amount includes paid extensions', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 5 * hourMs });
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  const day = { period: 'day', number_of_periods: 1 };
  const extension = await openExtension(shop, ada.token, phone?.assignment_id ?? '', day);
  expect(extension.status).toBe(200);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({ refundable_amount: 5_000 });
  await shop.pay(extension.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    amount: 5_000,
    refundable_amount: 7_000,
  });
  expect(await cancel(orderId)).toBe(7_000);
});

test('a disputed amount is refunded once the bank has decided', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 5 * hourMs });
  await disputeOf(5_000, 'open');
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({ is_refund_held: false });
  await sql`update disputes set is_refundable = false`.execute(shop.site.db);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    can_cancel: true,
    refundable_amount: 5_000,
    is_refund_held: true,
  });
  expect(await cancel(orderId)).toBe(5_000);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    refunds: [{ amount: 5_000, state: 'waiting' }],
    is_refund_held: false,
  });
});
