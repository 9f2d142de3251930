// Our team assigns by hand while customers order: one after the other, from the same stock.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openRental, readOrder } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { lockStock } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const shop = useShop(1);
let support: OperatorClient;
let token: string;
beforeAll(async () => {
  support = await signInOperator(shop.site, 'sue', 'support');
  token = (await shop.customer('grace')).token;
});
beforeEach(() => shop.reset());

const assign = async () => {
  const phone = await sql<{ id: string }>`select id from devices`.execute(shop.site.db);
  return support.call('POST', `/phones/${phone.rows[0]?.id}/assign`, {
    username: 'grace',
    expires_at: null,
    reason: 'agreed on the telephone',
  });
};

test('an assignment by our team waits for a concurrent order', async () => {
  let answer: ReturnType<typeof assign> | undefined;
  await shop.site.db.transaction().execute(async (tx) => {
    await lockStock(tx);
    answer = assign();
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(shop.site.db);
      expect(waiting.rows.length).toBeGreaterThan(0);
    }, 4_000);
  });
  expect(await answer).toMatchObject({ status: 200 });
});

test('a hold past its end doesn’t block an assignment by our team, and its order ends', async () => {
  const { orderId } = await openRental(shop, token);
  expect(await assign()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await shop.site.advance('16 minutes');
  expect(await assign()).toMatchObject({ status: 200 });
  expect(await readOrder(shop, token, orderId)).toMatchObject({ state: 'expired' });
});
