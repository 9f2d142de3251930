// Promises of money and inventory that no other test is named after.
import { expect, test } from 'vitest';
import { openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { runAudit } from './run-audit.ts';

const hourMs = 3_600_000;
const { shop, ada, bob } = useTwoRenters(2);

/** The state of a customer's phone in the list, the history and the stream. */
const faces = async (deviceId: string) => {
  const get = async (path: string) =>
    (await shop.site.call('GET', `/api/${path}`, { token: ada.token })).body;
  const phones = (await get('phones')) as unknown as { assignment_state: string }[];
  const history = (await get('phone-assignments'))['assignments'] as { state: string; is_active: boolean }[];
  const stream = await shop.site.call('POST', `/api/devices/${deviceId}/stream/start`, {
    token: ada.token,
    payload: { purpose: 'view' },
  });
  return { list: phones[0]?.assignment_state, history: history[0]?.state, stream: stream.status };
};

test('B8, A1: list, history and stream agree before the start, during the rental, and after the end', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 26 * hourMs });
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  const deviceId = phone?.device_id ?? '';
  expect(await faces(deviceId)).toEqual({ list: 'scheduled', history: 'scheduled', stream: 409 });
  await shop.site.advance('27 hours');
  await settle(shop);
  expect(await faces(deviceId)).toMatchObject({ list: 'active', history: 'active', stream: 200 });
  // The end counts at its instant, before any job has run.
  await shop.site.advance('7 days');
  expect(await faces(deviceId)).toEqual({ list: undefined, history: 'ended', stream: 403 });
});

test('T1, T2: jumps of the clock by 40 days and 3 hours back break no invariant', async () => {
  await rent(shop, ada.token, { inMs: 26 * hourMs });
  await openRental(shop, bob.token);
  for (const jump of ['40 days', '-3 hours', '-1 second', '40 days']) {
    await shop.site.advance(jump);
    await settle(shop);
    // After the jump back, earlier records are in the future, which T1 must report.
    const broken = (await runAudit(shop.site.app.deps, 'all')).filter(({ check }) => check !== 'T1');
    expect(broken, jump).toEqual([]);
  }
});

test('A3: every change of state is recorded with its actor, and never rewritten', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 26 * hourMs });
  await shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token: ada.token });
  const notes = await sql<{ to_state: string; actor: string }>`
    select to_state, actor from state_changes where kind = 'order' and row_id = ${orderId} order by id`.execute(
    shop.site.db,
  );
  expect(notes.rows).toEqual([
    { to_state: 'awaiting_payment', actor: `customer:${ada.id}` },
    { to_state: 'paid', actor: 'system' },
    { to_state: 'cancelled', actor: `customer:${ada.id}` },
  ]);
  await expect(sql`update state_changes set actor = 'x'`.execute(shop.site.db)).rejects.toThrow(
    'only added to',
  );
  await expect(sql`delete from state_changes`.execute(shop.site.db)).rejects.toThrow('only added to');
});

test('B2, P1: an order has all of its phones or none, and a shortage leaves nothing behind', async () => {
  await rent(shop, ada.token);
  expect(await openRental(shop, bob.token, { phone_count: 2 })).toMatchObject({ status: 409 });
  const left = await sql`select 1 from orders where user_id = ${bob.id}`.execute(shop.site.db);
  expect(left.rows).toEqual([]);
});

test('B5: what availability says can be ordered at that instant', async () => {
  for (const inMs of [-60_000, 3 * hourMs, 26 * hourMs, 100 * hourMs]) {
    for (const period of ['day', 'week']) {
      const start_date = new Date(shop.site.app.deps.clock.nowMs() + inMs).toISOString();
      const asked = { phone_count: 50, start_date, period, number_of_periods: 1 };
      const answer = await shop.site.call('POST', '/api/orders/validate-phone-availability', {
        token: bob.token,
        payload: asked,
      });
      const count = Number(answer.body['available_phones_count']);
      if (count === 0) continue;
      const opened = await openRental(shop, bob.token, { phone_count: count, inMs, period });
      expect(opened.status).toBe(200);
      // Some stay taken, so that the next answers differ.
      if (inMs !== 26 * hourMs) {
        await shop.site.call('POST', `/api/orders/${opened.orderId}/release-hold`, { token: bob.token });
      }
    }
  }
});
