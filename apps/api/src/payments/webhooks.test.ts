import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Shop, startShop } from '../../test/test-payments.ts';
import { sql } from '../platform/database.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop(0);
});
afterAll(() => shop.stop());
beforeEach(() => shop.reset());

const countEvents = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from payment_events`.execute(shop.site.db)).rows[0]?.n;

const post = (payload: string, signature?: string) =>
  fetch(shop.webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body: payload,
  });

test('a webhook that is unsigned, altered, of another secret or old is refused and stored nowhere', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: {} },
  });
  const sign = (secret: string, ageS = 0) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - ageS,
    });
  expect((await post(payload)).status).toBe(400);
  expect((await post(`${payload} `, sign(shop.webhook.secret))).status).toBe(400);
  expect((await post(payload, sign('whsec_ffffffffffffffffffffffff'))).status).toBe(400);
  expect((await post(payload, sign(shop.webhook.secret, 301))).status).toBe(400);
  expect(await countEvents()).toBe(0);
  expect((await post(payload, sign(shop.webhook.secret))).status).toBe(200);
  expect(await countEvents()).toBe(1);
  await shop.site.runJobs();
});
