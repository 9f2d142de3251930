import Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useShop } from '../../test/use-test-app.ts';
import { sweepAlarms } from '../operators/alarms.ts';
import { sql } from '../platform/database.ts';
import { createProvider } from '../platform/stripe.ts';
import { paymentTasks } from './payments.jobs.ts';
import { runAudit } from './run-audit.ts';

const shop = useShop(0);

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

const intentEvent = (changes: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', object: 'payment_intent' } },
  ...changes,
});

const sign = (payload: string, secret = shop.webhook.secret, ageS = 0) =>
  Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageS,
  });

test('a webhook that is unsigned, altered, outdated or signed with another secret is refused and not stored', async () => {
  const payload = JSON.stringify(intentEvent());
  expect((await post(payload)).status).toBe(400);
  expect((await post(`${payload} `, sign(payload))).status).toBe(400);
  expect((await post(payload, sign(payload, 'whsec_ffffffffffffffffffffffff'))).status).toBe(400);
  const old = await post(payload, sign(payload, shop.webhook.secret, 301));
  expect(old.status).toBe(400);
  expect(await old.json()).toMatchObject({ detail: expect.stringContaining('is not signed') });
  expect(await countEvents()).toBe(0);
  expect((await post(payload, sign(payload))).status).toBe(200);
  expect(await countEvents()).toBe(1);
  await shop.site.runJobs();
});

test.each([
  ['no data', intentEvent({ data: undefined }), 'data'],
  ['no object', intentEvent({ data: {} }), 'data.object'],
  ['a text for an object', intentEvent({ data: { object: 'pi_1' } }), 'data.object'],
  ['a number for an id', intentEvent({ id: 5 }), 'id'],
  ['an id that is a path', intentEvent({ id: '../evt_1' }), 'id'],
  ['an id without end', intentEvent({ id: 'e'.repeat(256) }), 'id'],
  ['no type', intentEvent({ type: undefined }), 'type'],
  ['a type without end', intentEvent({ type: 'x'.repeat(101) }), 'type'],
  ['a version without end', intentEvent({ api_version: 'x'.repeat(101) }), 'api_version'],
  ['another thing than an event', intentEvent({ object: 'v2.core.event' }), ''],
  ['an intent without an id', intentEvent({ data: { object: { object: 'payment_intent' } } }), 'id'],
  [
    'an intent of a charge that is no id',
    intentEvent({
      type: 'charge.succeeded',
      data: { object: { id: 'ch_1', object: 'charge', payment_intent: 7 } },
    }),
    'payment_intent',
  ],
  [
    'a dispute about nothing',
    intentEvent({
      type: 'charge.dispute.created',
      data: { object: { id: 'dp_1', object: 'dispute', amount: 0 } },
    }),
    'amount',
  ],
  ['a list', [1, 2], ''],
  ['no JSON', 'nothing', ''],
])('a signed webhook with %s is refused with the reason and not stored', async (_what, body, place) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await post(payload, sign(payload));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    detail: expect.stringMatching(new RegExp(`shape that we do not know.*${place}`)),
  });
  expect(await countEvents()).toBe(0);
});

test('events of other kinds are accepted and change nothing', async () => {
  const payload = JSON.stringify(intentEvent({ type: 'customer.created', data: { object: {} } }));
  expect((await post(payload, sign(payload))).status).toBe(200);
  await shop.site.runJobs();
  const events = await sql`select applied_at is not null as is_applied from payment_events`.execute(
    shop.site.db,
  );
  expect(events.rows).toEqual([{ is_applied: true }]);
});

test('an event of any API version is accepted', async () => {
  const payload = JSON.stringify(intentEvent({ api_version: '2020-08-27; orders_beta=v3' }));
  expect((await post(payload, sign(payload))).status).toBe(200);
  await shop.site.runJobs();
});

test('a refused event is logged only if it is signed', async () => {
  const warned = vi.spyOn(shop.site.app.deps.log, 'warn');
  const words = [expect.anything(), expect.stringMatching(/signed event .* refused/)] as const;
  const payload = JSON.stringify(intentEvent({ id: 5 }));
  try {
    expect((await post(payload)).status).toBe(400);
    expect((await post(payload, sign(payload, 'whsec_ffffffffffffffffffffffff'))).status).toBe(400);
    expect(warned).not.toHaveBeenCalledWith(...words);
    expect((await post(payload, sign(payload))).status).toBe(400);
    expect(warned).toHaveBeenCalledWith(...words);
  } finally {
    warned.mockRestore();
  }
});

describe('an event that can not be applied', () => {
  const inbox = async () =>
    (
      await sql`select applied_at is not null as is_applied, trouble, set_aside_at is not null as is_set_aside
      from payment_events`.execute(shop.site.db)
    ).rows;
  const attempt = async (number: number) => {
    const task = shop.site.app.tasks.find(({ name }) => name === 'apply_payment_event');
    await task?.run({ event_id: 'evt_1' }, { attempt: number, maxAttempts: 25 });
  };

  test('is tried six times, then set aside with an alarm, and tried again when it is sent again', async () => {
    await sql`truncate alarms`.execute(shop.site.db);
    const payload = JSON.stringify(intentEvent());
    await post(payload, sign(payload));
    await sql`create function poison() returns trigger language plpgsql as
      'begin raise exception ''no such thing''; end'`.execute(shop.site.db);
    await sql`create trigger poison before update of applied_at on payment_events
      for each row execute function poison()`.execute(shop.site.db);
    try {
      await expect(attempt(5)).rejects.toThrow('no such thing');
      expect(await inbox()).toEqual([{ is_applied: false, trouble: null, is_set_aside: false }]);
      await attempt(6);
      expect(await inbox()).toEqual([{ is_applied: false, trouble: 'no such thing', is_set_aside: true }]);
      // Its remaining jobs do nothing.
      await attempt(7);
    } finally {
      await sql`drop trigger poison on payment_events; drop function poison()`.execute(shop.site.db);
    }
    await shop.site.advance('11 minutes');
    expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
    await sweepAlarms(shop.site.app.deps);
    await sweepAlarms(shop.site.app.deps);
    const alarms = await sql`select kind, subject, ended_at, detail from alarms`.execute(shop.site.db);
    expect(alarms.rows).toEqual([
      {
        kind: 'webhook_set_aside',
        subject: 'evt_1',
        ended_at: null,
        detail: expect.stringContaining('no such thing'),
      },
    ]);
    const again = sign(payload);
    expect((await post(payload, again)).status).toBe(200);
    // It waits since now, not since it came first.
    await sweepAlarms(shop.site.app.deps);
    await sweepAlarms(shop.site.app.deps);
    const kinds = await sql<{ kind: string }>`select distinct kind from alarms`.execute(shop.site.db);
    expect(kinds.rows).toEqual([{ kind: 'webhook_set_aside' }]);
    await shop.site.runJobs();
    expect(await inbox()).toEqual([{ is_applied: true, trouble: null, is_set_aside: false }]);
  });

  test('is not set aside while our key is wrong', async () => {
    const payload = JSON.stringify(intentEvent());
    await post(payload, sign(payload));
    // The sandbox answers 401 to such a key, as Stripe does.
    const provider = createProvider({
      payments: {
        secretKey: 'sk_live_rolled',
        webhookSecret: shop.webhook.secret,
        browser: { kind: 'sandbox', url: shop.sandbox.url },
      },
    });
    if (provider === undefined) throw new Error('no provider');
    const task = paymentTasks({ ...shop.site.app.deps, provider }).find(
      ({ name }) => name === 'apply_payment_event',
    );
    await expect(task?.run({ event_id: 'evt_1' }, { attempt: 7, maxAttempts: 25 })).rejects.toThrow(
      /live keys/,
    );
    expect(await inbox()).toEqual([{ is_applied: false, trouble: null, is_set_aside: false }]);
    await shop.site.runJobs();
  });
});
