import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { checkAvailability } from './orders.ts';

const site = useTestApp();
let user: string;
let token: string;
let devices: string[];

beforeAll(async () => {
  user = await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
  const host = await createTestHost(site.db);
  devices = [];
  for (const tag of ['PF-001', 'PF-002', 'PF-003']) devices.push(await createTestDevice(site.db, host, tag));
});
beforeEach(async () => {
  await sql`delete from assignments`.execute(site.db);
  await sql`update devices set state = 'ready', runner_state = 'ready'`.execute(site.db);
  await sql`update hosts set link_beat_at = app_now() + interval '1 hour'`.execute(site.db);
});

const inHours = (hours: number): string =>
  new Date(Math.ceil(site.app.deps.clock.nowMs()) + hours * 3_600_000).toISOString();

const check = (input: object) =>
  site.call('POST', '/api/orders/validate-phone-availability', {
    token,
    payload: { phone_count: 1, start_date: inHours(0), period: 'day', number_of_periods: 1, ...input },
  });

const take = (index: number, fromH: number, untilH: number | null) =>
  assignDevice(site.app.deps, {
    device_id: devices[index] ?? '',
    user_id: user,
    order_id: null,
    starts_at: inHours(fromH),
    expires_at: untilH === null ? null : inHours(untilH),
  });

test('enough phones are available from the requested start', async () => {
  const start_date = inHours(3);
  expect(await check({ phone_count: 3, start_date })).toMatchObject({
    status: 200,
    body: {
      available: true,
      available_phones_count: 3,
      next_available_start: start_date,
      message: 'All 3 phones are available.',
    },
  });
});

test('only searches for the next start are limited: 120 a minute, more than changes of a selection cause', async () => {
  const calls = (count: number, input: object) =>
    Promise.all(Array.from({ length: count }, async () => (await check(input)).status));
  expect(new Set(await calls(130, { phone_count: 1 }))).toEqual(new Set([200]));
  await sql`delete from limit_windows where key like 'availability-search:%'`.execute(site.db);
  expect(new Set(await calls(120, { phone_count: 4 }))).toEqual(new Set([200]));
  const refused = await check({ phone_count: 4 });
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', detail: 'Too many requests. Please try again in 1 minute.' },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await check({ phone_count: 1 })).status).toBe(200);
  await sql`delete from limit_windows`.execute(site.db);
});

test('the response to a shortage says how many phones are free, and when there will be enough', async () => {
  await take(0, 0, 48);
  await take(1, 30, 40);
  const { body } = await check({ phone_count: 2, period: 'week' });
  expect(body).toMatchObject({
    available: false,
    available_phones_count: 1,
    message: 'Only 1 out of 2 requested phones are available.',
  });
  // The second phone is free again an hour after its tenant, at 41 hours.
  const next = Date.parse(String(body['next_available_start'])) - site.app.deps.clock.nowMs();
  expect(next / 3_600_000).toBeCloseTo(41, 1);
  expect((await check({ phone_count: 9, period: 'week' })).body).toMatchObject({
    available_phones_count: 1,
    next_available_start: null,
    message: 'We have limited inventory available for your requested dates.',
  });
});

test('without any phone the customer reads that the team can still help', async () => {
  for (const index of [0, 1, 2]) await take(index, 0, null);
  expect((await check({})).body).toMatchObject({
    available: false,
    available_phones_count: 0,
    next_available_start: null,
    message: expect.stringContaining('our team will coordinate'),
  });
});

test('a hold past its end blocks nobody, one before its end does', async () => {
  await sql`
    insert into assignments (device_id, user_id, state, starts_at, expires_at, hold_expires_at)
    select id, ${user}, 'held', app_now(), app_now() + interval '1 day', app_now() + interval '15 minutes'
    from devices`.execute(site.db);
  expect((await check({})).body).toMatchObject({ available_phones_count: 0 });
  await site.advance('15 minutes');
  expect((await check({})).body).toMatchObject({ available: true });
});

test('an offline phone can be booked only for starts more than a day ahead', async () => {
  await sql`update devices set runner_state = 'absent' where tag = 'PF-001'`.execute(site.db);
  expect((await check({ phone_count: 3 })).body).toMatchObject({ available_phones_count: 2 });
  const later = await check({ phone_count: 3, start_date: inHours(25) });
  expect(later.body).toMatchObject({ available: true });
});

test('a phone that is being cleaned can be booked from when it will be clean', async () => {
  await sql`update devices set state = 'cleaning', runner_state = 'cleaning' where tag = 'PF-001'`.execute(
    site.db,
  );
  expect((await check({ phone_count: 3 })).body).toMatchObject({ available: false });
  expect((await check({ phone_count: 3, start_date: inHours(1.1) })).body).toMatchObject({ available: true });
});

test('a start that is offered while phones are cleaned can still be taken some minutes later', async () => {
  await sql`update devices set state = 'cleaning', runner_state = 'cleaning'`.execute(site.db);
  const { body } = await check({ phone_count: 3 });
  const start_date = String(body['next_available_start']);
  await site.advance('10 minutes');
  await sql`update hosts set link_beat_at = app_now() + interval '1 hour'`.execute(site.db);
  expect((await check({ phone_count: 3, start_date })).body).toMatchObject({ available: true });
});

test('B6: the next start is one at which there are enough, and none before it is', async () => {
  const input = fc.record({
    bookings: fc.array(
      fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 24 * 6 }), fc.integer({ min: 1, max: 60 })),
      { maxLength: 12 },
    ),
    phone_count: fc.integer({ min: 1, max: 3 }),
    period: fc.constantFrom('day' as const, 'week' as const),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ bookings, phone_count, period }) => {
      await sql`delete from assignments`.execute(site.db);
      for (const [index, fromH, lengthH] of bookings) {
        await take(index, fromH, fromH + lengthH).catch(() => undefined);
      }
      const { body } = await check({ phone_count, period, start_date: inHours(1) });
      const next = Date.parse(String(body['next_available_start']));
      const isEnoughAt = async (ms: number): Promise<boolean> => {
        const start_date = new Date(ms).toISOString();
        const answer = await checkAvailability(site.app.deps, {
          phone_count,
          start_date,
          period,
          number_of_periods: 1,
        });
        return answer.available;
      };
      const latestForDay = site.app.deps.clock.nowMs() + 7 * 86_400_000;
      if (period === 'day' && next > latestForDay) return;
      expect(await isEnoughAt(next)).toBe(true);
      for (let ms = Date.parse(inHours(1)); ms < next; ms += 3_600_000) {
        expect(await isEnoughAt(ms), new Date(ms).toISOString()).toBe(false);
      }
      if (next > Date.parse(inHours(1)) + 1_000) expect(await isEnoughAt(next - 1_000)).toBe(false);
    }),
    { numRuns: 25 },
  );
});

test('quarantined and retired phones can’t be booked', async () => {
  await sql`update devices set state = 'quarantined' where tag = 'PF-001'`.execute(site.db);
  await sql`update devices set state = 'retired' where tag = 'PF-002'`.execute(site.db);
  const later = await check({ phone_count: 3, start_date: inHours(30) });
  expect(later.body).toMatchObject({ available_phones_count: 1, next_available_start: null });
});

test.each([
  [{ phone_count: 0 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 51 }, 'Select between 1 and 50 phones'],
  [{ phone_count: -1 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 1.5 }, 'Select between 1 and 50 phones'],
  [{ phone_count: 'many' }, 'Select between 1 and 50 phones'],
  [{ period: 'year' }, 'Invalid rental period'],
  [{ period: 'month', number_of_periods: 5 }, 'Invalid rental period'],
  [{ period: 'day', number_of_periods: 2 }, 'Invalid rental period'],
  [{ number_of_periods: 0 }, 'Invalid rental period'],
  [{ start_date: '2026-02-30T10:00:00Z' }, undefined],
  [{ start_date: 'tomorrow' }, undefined],
  [{ start_date: '2020-01-01T00:00:00Z' }, 'This start time is in the past. Choose a later one.'],
  [{ start_date: '2099-01-01T00:00:00Z' }, 'The start must be within the next week.'],
  [{ start_date: '2099-01-01T00:00:00Z', period: 'month' }, 'The start must be within the next 6 months.'],
])('refuses %j with a sentence', async (input, sentence) => {
  const answer = await check(input);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  if (sentence !== undefined) expect(answer.body['detail']).toBe(sentence);
});

test('only customers may ask', async () => {
  const answer = await site.call('POST', '/api/orders/validate-phone-availability', { payload: {} });
  expect(answer.status).toBe(401);
});
