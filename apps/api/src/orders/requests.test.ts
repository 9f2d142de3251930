import { brand } from '@pocketfleet/rules';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();
let ada: string;
let bob: string;

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  await createTestUser(site.db, 'bob');
  ada = await site.signIn('ada', testPassword);
  bob = await site.signIn('bob', testPassword);
});
beforeEach(async () => {
  await site.runJobs();
  site.outbox.length = 0;
  await sql`delete from order_requests`.execute(site.db);
  await sql`delete from orders`.execute(site.db);
  await sql`delete from limit_windows`.execute(site.db);
});

const input = { phone_count: 12, period: 'month', number_of_periods: 3, currency: 'usd' };
const start_date = () => new Date(site.app.deps.clock.nowMs() + 3_600_000).toISOString();

const send = (payload: object, idempotencyKey?: string, token = ada) =>
  site.call('POST', '/api/orders', {
    token,
    payload,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });

test('a request gets a number, and customer and sales team get a mail', async () => {
  const answer = await send({ ...input, start_date: start_date() }, 'key-1');
  expect(answer).toMatchObject({
    status: 200,
    body: { state: 'requested', number: /^PF-\d+$/, amount: 12 * 39_000, phone_count: 12 },
  });
  await site.runJobs();
  const mails = new Map(site.outbox.map((mail) => [mail.to, mail]));
  expect([...mails.keys()].sort()).toEqual(['ada@example.com', brand.salesEmail]);
  expect(mails.get('ada@example.com')?.text).toContain('within 24 hours');
  expect(mails.get(brand.salesEmail)?.text).toContain('ada@example.com');
  expect((await site.call('GET', '/api/orders', { token: ada })).body).toMatchObject({
    total: 1,
    orders: [{ id: answer.body['id'], state: 'requested' }],
  });
});

test('a request that is sent again with the same key, even five times concurrently, is one request with two mails', async () => {
  const payload = { ...input, start_date: start_date() };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(payload, 'key-1')));
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
  await site.runJobs();
  expect(site.outbox).toHaveLength(2);
});

test('P7: the same key with another selection is refused, and another customer can use the same key', async () => {
  const payload = { ...input, start_date: start_date() };
  const first = await send(payload, 'key-1');
  expect(await send({ ...payload, phone_count: 13 }, 'key-1')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  });
  const other = await send(payload, 'key-1', bob);
  expect(other.status).toBe(200);
  expect(other.body['id']).not.toBe(first.body['id']);
});

test('the customer’s text reaches both mails; the same key with another text is another request', async () => {
  const payload = { ...input, start_date: start_date(), note: 'Pixel phones, please.\nFor a workshop.' };
  expect((await send(payload, 'key-1')).status).toBe(200);
  await site.runJobs();
  expect(site.outbox).toHaveLength(2);
  for (const { text } of site.outbox) {
    expect(text).toContain('Pixel phones, please.');
    expect(text).toContain('For a workshop.');
  }
  expect((await send(payload, 'key-1')).status).toBe(200);
  expect(await send({ ...payload, note: 'Any phones.' }, 'key-1')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  });
});

test('without a key each call is a new request', async () => {
  const payload = { ...input, start_date: start_date() };
  const [first, second] = [await send(payload), await send(payload)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body['id']).not.toBe(second.body['id']);
});

test.each([
  ['with a key of 256 characters', {}, 'k'.repeat(256)],
  ['for 51 phones', { phone_count: 51 }, 'key-1'],
  ['for a period that is not offered', { number_of_periods: 5 }, 'key-1'],
  ['in another currency', { currency: 'eur' }, 'key-1'],
  ['with a text of 2,001 characters', { note: 'n'.repeat(2_001) }, 'key-1'],
  ['for a start in the past', { start_date: '2020-01-01T00:00:00Z' }, 'key-1'],
])('a request %s is refused and sends nothing', async (_why, change, key) => {
  const answer = await send({ ...input, start_date: start_date(), ...change }, key);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  await site.runJobs();
  expect(site.outbox).toEqual([]);
});

test('the 21st request of a customer within an hour is refused', async () => {
  for (let index = 0; index < 20; index += 1) {
    expect((await send({ ...input, start_date: start_date() }, `key-${index}`)).status).toBe(200);
  }
  expect((await send({ ...input, start_date: start_date() }, 'key-20')).status).toBe(429);
});
