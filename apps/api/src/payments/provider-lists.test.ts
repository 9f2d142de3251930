// How the provider's lists are read: in parts, again after a failure, and at once for a customer who looks.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from '../../test/test-payments.ts';
import { openRental, paymentsDeps, readOrder, rent } from '../../test/test-rentals.ts';
import { sql } from '../platform/database.ts';
import { catchUpAfterRestore, readProviderLists } from './provider-lists.ts';
import { runAudit } from './run-audit.ts';

let shop: Shop;
let token: string;

beforeAll(async () => {
  shop = await startShop(2);
  token = (await shop.customer('ada')).token;
});
afterAll(() => shop.stop());
beforeEach(() => shop.reset());

const audit = () => runAudit(shop.site.app.deps, 'all');

test('if the provider can’t be reached after a restore, customers are served and it is tried again', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`insert into restores default values`.execute(shop.site.db);
  const listMovements = () => Promise.reject(new Error('no answer came'));
  await catchUpAfterRestore({ ...deps, provider: { ...deps.provider, listMovements } });
  expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toHaveLength(1);
  await catchUpAfterRestore(deps);
  expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toEqual([]);
});

test('the audit reports a list that could not be read for twenty minutes', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  const listMovements = () => Promise.reject(new Error('this key may not read charges'));
  await readProviderLists({ ...deps, provider: { ...deps.provider, listMovements } });
  await sql`update provider_lists set next_read_at = 'infinity', failing_since = app_now() - interval '21 minutes'
    where failure = 'this key may not read charges'`.execute(shop.site.db);
  expect(await audit()).toMatchObject([
    { check: 'P8-read', rows: Array(3).fill({ failure: 'this key may not read charges' }) },
  ]);
});

test('a list that is too long for one response is read in shorter parts, and nothing is left out', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = 'infinity'`.execute(shop.site.db);
  await rent(shop, token);
  const rented = await sql<{ intent_id: string }>`select intent_id from payments`.execute(shop.site.db);
  await shop.site.advance('1 hour');
  const spans: number[] = [];
  const listMovements: typeof deps.provider.listMovements = async (kind, span) => {
    const lengthMs = Date.parse(span.until) - Date.parse(span.from);
    spans.push(lengthMs);
    return lengthMs > 20 * 60_000 ? 'too_many' : deps.provider.listMovements(kind, span);
  };
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  await readProviderLists({ ...deps, provider: { ...deps.provider, listMovements } });
  const found = await sql`select intent_id from provider_movements`.execute(shop.site.db);
  expect(found.rows).toEqual([{ intent_id: rented.rows[0]?.intent_id }]);
  expect(spans.length).toBeGreaterThan(3);
});

test('viewing an order whose webhook was lost reads its payment', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const { orderId, secret } = await openRental(shop, token);
  await shop.pay(secret);
  const state = async () => (await readOrder(shop, token, orderId)).state;
  await expect.poll(state, { timeout: 4_000 }).toBe('paid');
});
