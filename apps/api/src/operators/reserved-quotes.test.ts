// A quote's life with phones that are reserved for it, or not, and with dates that our team moved.
import { brand } from '@pocketfleet/rules';
import { afterEach, expect, test } from 'vitest';
import { openOrder, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { runAudit } from '../payments/payments.ts';
import { sql } from '../platform/database.ts';

const reason = 'agreed on the telephone';
const { shop, admin, customer } = useTeamAtShop(6);
const dayMs = 86_400_000;

afterEach(async () => {
  expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
  // Each test begins with all phones free and without mails.
  const open = await sql<{
    id: string;
  }>`select id from orders where state in ('requested', 'quoted')`.execute(shop.site.db);
  for (const { id } of open.rows) await admin.call('POST', `/orders/${id}/lost`, { reason });
  await sql`delete from limit_windows`.execute(shop.site.db);
  await shop.site.runJobs();
  shop.site.outbox.length = 0;
});

test('a quote without a reservation holds nothing, and its mail says so', async () => {
  const order = await request(4);
  expect(await quote(order, {})).toMatchObject({ status: 200, body: { quote: { reserved_until: null } } });
  expect(await heldOf(order)).toBe(0);
  await shop.site.runJobs();
  expect(quoteMail()).toContain('aren’t reserved');
  expect(quoteMail()).not.toContain('We’ve reserved');
  expect(await readOrder(shop, customer.token, order)).toMatchObject({ quote: { reserved_until: null } });
});

test('a reserved quote keeps its phones from others, says so everywhere, and is paid with exactly these phones', async () => {
  const order = await request(4, { days: 5 });
  const reserve_until = inDays(3);
  const quoted = await quote(order, { reserve_until });
  expect(quoted).toMatchObject({ status: 200, body: { quote: { reserved_until: reserve_until } } });
  expect(await heldOf(order)).toBe(4);
  const phones = await devicesOf(order);
  await shop.site.runJobs();
  expect(quoteMail()).toMatch(/We’ve reserved your 4 phones until \w+ \d+, \d{4}/);
  expect(await readOrder(shop, customer.token, order)).toMatchObject({
    state: 'quoted',
    quote: { reserved_until: reserve_until },
  });
  // Two of six are left for the others; this customer's own request counts its phones as free.
  expect(await stockFor(order, 5)).toMatchObject({ free_count: 6 });
  expect(await stockFor(await request(3, { days: 5 }), 5)).toMatchObject({ free_count: 2 });

  const opened = await openOrder(shop, customer.token, order);
  expect(opened).toMatchObject({ status: 200, body: { amount: 9_900 } });
  await shop.pay(opened.secret);
  await settle(shop);
  expect(await readOrder(shop, customer.token, order)).toMatchObject({ state: 'paid' });
  expect(await devicesOf(order)).toEqual(phones);
  await shop.site.call('POST', `/api/orders/${order}/cancel`, { token: customer.token });
});

test('a customer who leaves the payment, or lets its time run out, keeps the reservation', async () => {
  const order = await request(2, { days: 5 });
  const reserve_until = inDays(3);
  await quote(order, { reserve_until });
  const isStillReserved = async () => {
    expect(await readOrder(shop, customer.token, order)).toMatchObject({
      state: 'quoted',
      quote: { reserved_until: reserve_until },
    });
    expect(await heldOf(order)).toBe(2);
  };
  const opened = await openOrder(shop, customer.token, order);
  const payUntil = Date.parse(String(opened.body['hold_expires_at']));
  expect(payUntil).toBeLessThan(Date.parse(inDays(1)));
  await shop.site.call('POST', `/api/orders/${order}/release-hold`, { token: customer.token });
  await isStillReserved();

  await openOrder(shop, customer.token, order);
  await sql`update assignments set hold_expires_at = app_now() where order_id = ${order}`.execute(
    shop.site.db,
  );
  await settle(shop);
  await isStillReserved();
});

test('a reservation ends by itself: the phones are free, customer and team are told, and the quote stays open', async () => {
  const order = await request(6, { days: 5 });
  await quote(order, { reserve_until: inDays(3) });
  await shop.site.runJobs();
  shop.site.outbox.length = 0;
  await sql`update assignments set reserved_until = app_now(), hold_expires_at = app_now()
            where order_id = ${order}`.execute(shop.site.db);
  await settle(shop);
  expect(await heldOf(order)).toBe(0);
  expect(await readOrder(shop, customer.token, order)).toMatchObject({
    state: 'quoted',
    can_pay: true,
    quote: { reserved_until: null },
  });
  const mails = shop.site.outbox.map(({ to, subject }) => [to, subject.replace(/PF-\d+/, 'PF-N')]);
  expect(mails.sort()).toEqual([
    ['grace@example.com', 'Your 6 phones for PF-N are no longer reserved'],
    [brand.salesEmail, 'Reservation for PF-N has ended unpaid'],
  ]);
});

test('a reservation has a job at its end', async () => {
  const order = await request(1, { days: 5 });
  const reserve_until = inDays(3);
  await quote(order, { reserve_until });
  const jobs = await sql<{ seconds: number }>`
    select abs(extract(epoch from run_at - clock_timestamp() - (${reserve_until}::timestamptz - app_now())))::float8
      as seconds
    from graphile_worker._private_jobs where key = ${`reservation:${order}`}`.execute(shop.site.db);
  expect(jobs.rows).toHaveLength(1);
  expect(jobs.rows[0]?.seconds).toBeLessThan(60);
});

test('more phones than there are can be quoted, but not reserved; nothing changes then', async () => {
  const order = await request(7, { days: 5 });
  expect(await stockFor(order, 5)).toEqual({ free_count: 6, next_available_start: null });
  expect(await quote(order, { reserve_until: inDays(3) })).toMatchObject({
    status: 409,
    body: {
      code: 'short_of_phones',
      fields: { reserve_until: expect.stringMatching(/^Only 6 of 7 phones are free from/) },
    },
  });
  expect((await admin.call('GET', `/orders/${order}`)).body).toMatchObject({
    state: 'requested',
    quote: null,
  });
  expect(await quote(order, {})).toMatchObject({ status: 200, body: { state: 'quoted' } });
});

test('moved dates are the order’s, and the stock says when all phones are free', async () => {
  const taken = await rent(shop, customer.token, { phone_count: 4, inMs: 3 * dayMs });
  const order = await request(4, { days: 4 });
  const short = await stockFor(order, 4);
  expect(short).toMatchObject({ free_count: 2 });
  const next = String(short['next_available_start']);
  // The week of the others, from the third day, and the cleaning after it.
  expect(Date.parse(next)).toBeGreaterThanOrEqual(Date.parse(inDays(10)));
  expect(await stockAt(order, next)).toMatchObject({ free_count: 6, next_available_start: next });

  const moved = await quote(order, { start_date: next, period: 'week', number_of_periods: 2 });
  const ends = new Date(Date.parse(next) + 14 * dayMs).toISOString();
  expect(moved.body).toMatchObject({
    start_date: next,
    end_date: ends,
    period: 'week',
    number_of_periods: 2,
  });
  expect(await openOrder(shop, customer.token, order)).toMatchObject({
    status: 200,
    body: { starts_at: next, expires_at: ends },
  });
  await shop.site.call('POST', `/api/orders/${order}/release-hold`, { token: customer.token });
  await shop.site.call('POST', `/api/orders/${taken}/cancel`, { token: customer.token });
});

test.each<[string, BadQuote, string, RegExp]>([
  ['a start in the past', { start_date: '2020-01-01T00:00:00Z' }, 'start_date', /lies in the past/],
  ['a start after seven months', { start: 220 }, 'start_date', /within the next 6 months/],
  ['a period that is not offered', { period: 'week', number_of_periods: 7 }, 'number_of_periods', /Invalid/],
  ['a reservation in the past', { reserve: -1 }, 'reserve_until', /time is past/],
  [
    'a reservation of 15 days',
    { start: 20, valid_days: 30, reserve: 15 },
    'reserve_until',
    /14 days at most/,
  ],
  ['a reservation beyond the start', { reserve: 6 }, 'reserve_until', /The rental begins on/],
  ['a reservation beyond the quote', { valid_days: 2, reserve: 3 }, 'reserve_until', /is valid until/],
])(
  'a quote with %s is refused at its field',
  async (_what, { start, reserve, ...given }, field, sentence) => {
    const order = await request(1, { days: 5 });
    const answer = await quote(order, {
      ...given,
      ...(start === undefined ? {} : { start_date: inDays(start) }),
      ...(reserve === undefined ? {} : { reserve_until: inDays(reserve) }),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((answer.body['fields'] as Record<string, string>)[field]).toMatch(sentence);
    expect(await heldOf(order)).toBe(0);
  },
);

test('a newer quote replaces the reservation, and a closed request frees its phones', async () => {
  const order = await request(6, { days: 5 });
  await quote(order, { reserve_until: inDays(3) });
  expect(await quote(order, { reserve_until: inDays(2) })).toMatchObject({
    status: 200,
    body: { quote: { reserved_until: inDays(2, true) } },
  });
  expect(await heldOf(order)).toBe(6);
  expect(await quote(order, {})).toMatchObject({ body: { quote: { reserved_until: null } } });
  expect(await heldOf(order)).toBe(0);
  await quote(order, { reserve_until: inDays(3) });
  await admin.call('POST', `/orders/${order}/lost`, { reason });
  expect(await heldOf(order)).toBe(0);
});

test('a reserved quote is paid by transfer with its phones', async () => {
  const order = await request(6, { days: 5 });
  await quote(order, { reserve_until: inDays(3) });
  const phones = await devicesOf(order);
  const paid = await admin.call('POST', `/orders/${order}/payments`, {
    method: 'bank_transfer',
    amount: 9_900,
    reference: 'SEPA-900',
    reason,
  });
  expect(paid).toMatchObject({ status: 200, body: { state: 'paid' } });
  expect(await devicesOf(order)).toEqual(phones);
  await shop.site.call('POST', `/api/orders/${order}/cancel`, { token: customer.token });
});

test('reserved phones don’t use up what the customer may hold unpaid', async () => {
  for (const _ of [1, 2, 3]) await quote(await request(1, { days: 5 }), { reserve_until: inDays(3) });
  await rent(shop, customer.token, { phone_count: 1, inMs: 4 * dayMs });
});

test('the database refuses a reservation of more than 14 days, or beyond the start', async () => {
  const order = await request(1, { days: 30 });
  await quote(order, { reserve_until: inDays(3) });
  for (const days of [15, 31]) {
    const longer = sql`update assignments set reserved_until = ${inDays(days)}::timestamptz where order_id = ${order}`;
    await expect(longer.execute(shop.site.db)).rejects.toThrow('assignments_reserved_is_a_short_hold');
  }
});

type BadQuote = {
  start_date?: string;
  period?: string;
  number_of_periods?: number;
  valid_days?: number;
  /** In days from now. */
  start?: number;
  reserve?: number;
};

let nowOfTest = 0;
/** In whole seconds, the same for each call within a test when `same`. */
function inDays(days: number, same = false): string {
  if (!same) nowOfTest = Math.floor(shop.site.app.deps.clock.nowMs() / 1_000) * 1_000;
  return new Date(nowOfTest + days * dayMs).toISOString();
}

let requests = 0;
async function request(phone_count: number, { days = 0 } = {}): Promise<string> {
  requests += 1;
  const answer = await shop.site.call('POST', '/api/orders', {
    token: customer.token,
    payload: { phone_count, start_date: inDays(days), period: 'week', number_of_periods: 1, currency: 'usd' },
    idempotencyKey: `reserved-${requests}`,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return String(answer.body['id']);
}

function quote(orderId: string, input: object) {
  return admin.call('POST', `/orders/${orderId}/quote`, { amount: 9_900, reason, ...input });
}

const stockFor = (orderId: string, days: number) => stockAt(orderId, inDays(days));
async function stockAt(orderId: string, start: string): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ start_date: start });
  return (await admin.call('GET', `/orders/${orderId}/stock?${query}`)).body;
}

async function devicesOf(orderId: string): Promise<string[]> {
  const result = await sql<{ device_id: string }>`
    select device_id from assignments where order_id = ${orderId} order by device_id`.execute(shop.site.db);
  return result.rows.map((row) => row.device_id);
}

async function heldOf(orderId: string): Promise<number> {
  const result = await sql`select 1 from assignments where order_id = ${orderId} and state = 'held'`.execute(
    shop.site.db,
  );
  return result.rows.length;
}

const quoteMail = () => shop.site.outbox.find(({ subject }) => subject.startsWith('Your quote'))?.text;
