import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openRental } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const shop = useShop(2);
let token: string;

beforeAll(async () => {
  token = (await shop.customer('ada')).token;
});
beforeEach(() => shop.reset());

const open = (input: object, as: string | undefined = token) =>
  shop.site.call('POST', '/api/client/payments/create-payment-intent', {
    ...(as === undefined ? {} : { token: as }),
    payload: {
      phone_count: 1,
      start_date: new Date(shop.site.app.deps.clock.nowMs() + 60_000).toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
      metadata: { description: '', period: '' },
      ...input,
    },
  });

const expectNothing = async () => {
  const kept = await sql<{ n: number }>`
    select (select count(*) from orders)::int + (select count(*) from payments)::int
      + (select count(*) from assignments)::int as n`.execute(shop.site.db);
  expect(kept.rows).toEqual([{ n: 0 }]);
};

const instantSentence = 'Give a date and time between 2000 and 2100, for example 2030-01-31T12:00:00Z';

test.each([
  [{ phone_count: 0 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 51 }, 'Select between 1 and 50 phones'],
  [{ phone_count: -1 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 1.5 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 'many' }, 'Select between 1 and 50 phones'],
  [{ period: 'year' }, 'Invalid rental period'],
  [{ number_of_periods: 2 }, 'Invalid rental period'],
  [{ start_date: '2027-02-30T10:00:00Z' }, instantSentence],
  [{ start_date: '2027-03-14T02:30:00' }, instantSentence],
  [{ start_date: '0000-01-01T00:00:00Z' }, instantSentence],
  [{ start_date: '9999-12-31T23:59:59Z' }, instantSentence],
  [{ start_date: '2027-01-01T00:00:00+23:59' }, instantSentence],
  [{ start_date: '2020-01-01T00:00:00Z' }, 'This start time is in the past. Choose a later one.'],
  [{ start_date: '2099-01-01T00:00:00Z' }, 'The start must be within the next week.'],
])('a purchase with %j is refused with its sentence; nothing is charged or held', async (input, sentence) => {
  const answer = await open(input);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail: sentence } });
  await expectNothing();
});

test('payments are opened a hundred times in ten minutes by a customer, 600 times from a network', async () => {
  await sql`delete from limit_windows`.execute(shop.site.db);
  const past = { start_date: '2020-01-01T00:00:00Z' };
  for (let call = 0; call < 100; call += 1) expect((await open(past)).status).toBe(400);
  const refused = await open(past);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  const other = (await shop.customer('bob')).token;
  expect((await open(past, other)).status).toBe(400);
  await sql`update limit_windows set used = 600 where key like 'payment-subnet:%'`.execute(shop.site.db);
  expect((await open(past, other)).status).toBe(429);
  await sql`delete from limit_windows`.execute(shop.site.db);
});

test('an amount that a browser sends is ignored', async () => {
  const answer = await open({ amount: 1, total: 1, pricePerPeriod: 1 });
  expect(answer).toMatchObject({ status: 200, body: { amount: 2_000 } });
  const asked = await sql`select amount from payments`.execute(shop.site.db);
  expect(asked.rows).toEqual([{ amount: 2_000 }]);
});

test('a visitor can’t buy', async () => {
  const answer = await shop.site.call('POST', '/api/client/payments/create-payment-intent', { payload: {} });
  expect(answer).toMatchObject({ status: 401 });
  await expectNothing();
});

test('the card form refuses a payment once the order is cancelled', async () => {
  const opened = await openRental(shop, token);
  await shop.site.call('POST', `/api/orders/${opened.orderId}/release-hold`, { token });
  await shop.site.runJobs();
  expect(await shop.pay(opened.secret)).toMatchObject({ status: 400 });
  const charged = await sql`select 1 from ledger`.execute(shop.site.db);
  expect(charged.rows).toEqual([]);
});
