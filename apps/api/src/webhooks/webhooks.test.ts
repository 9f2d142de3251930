import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../test/test-receiver.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { sweepWebhooks } from './webhooks.jobs.ts';

const { scene, site, made, rotate, revoke, rentedPhone, member } = useTeamWithKeys(
  {},
  { WEBHOOK_NETWORKS: '127.0.0.0/8' },
);
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  await sql`delete from limit_windows`.execute(site.db);
});
afterEach(() => receiver.stop());

type Method = Parameters<typeof site.call>[0];
const call = (method: Method, path: string, payload?: object, token = scene.owner.token) =>
  site.call(method, `/api/webhooks${path}`, { token, workspace: scene.team, ...(payload && { payload }) });
const make = async (events: string[], token?: string) => {
  const { status, body } = await call('POST', '', { url: receiver.url, events }, token);
  expect(status).toBe(200);
  return body as { id: string; secret: string };
};
const endRental = async (phone = scene.phone) => {
  const found = await sql<{ id: string }>`
    select id from assignments where device_id = ${phone} and state = 'active'`.execute(site.db);
  await endAssignment(site.app.deps, found.rows[0]?.id ?? '');
};
const types = (phone = '') =>
  receiver.received.filter(({ body }) => body.includes(phone)).map(({ body }) => JSON.parse(body).type);
type Listed = {
  id: string;
  state: string;
  message_id: string;
  attempts: { status: number | null; answer: string }[];
};
const deliveries = async (id: string) =>
  (await call('GET', `/${id}/deliveries`)).body['deliveries'] as Listed[];
const stateOf = async (id: string) => {
  const list = (await call('GET', '')).body['webhooks'] as { id: string; state: string }[];
  return list.find((each) => each.id === id)?.state;
};
const refuse = (status: number, headers = {}) => {
  receiver.answer.with = (_request, response) => response.writeHead(status, headers).end('no');
};

/** As a receiver checks it. */
function isSigned({ headers, body }: Receiver['received'][number], secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

test('the end of a rental is told once, signed, with what ended', async () => {
  const { id, secret } = await make(['rental.ended']);
  await endRental();
  await site.runJobs();
  const [first, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(isSigned(first as never, secret)).toBe(true);
  expect(isSigned(first as never, 'whsec_AAAA')).toBe(false);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    type: 'rental.ended',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { phone: { id: scene.phone }, reason: 'revoked' },
  });
  const [listed] = await deliveries(id);
  expect(listed).toMatchObject({
    state: 'delivered',
    message_id: first?.headers['webhook-id'],
    attempts: [{ status: 204 }],
  });
});

test('an event whose transaction is rolled back is told to nobody', async () => {
  await make(['rental.ended']);
  const failing = site.db.transaction().execute(async (tx) => {
    await sql`update assignments set state = 'ended', ended_at = app_now(), end_reason = 'revoked'
      where device_id = ${scene.phone}`.execute(tx);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await site.runJobs();
  expect(receiver.received).toEqual([]);
});

test('events that were not chosen, and those of other teams, are not told', async () => {
  const { id } = await make(['rental.started']);
  await endRental();
  await endRental(await rentedPhone(scene.owner.id, scene.owner.id));
  await site.runJobs();
  expect(receiver.received).toEqual([]);
  expect(await deliveries(id)).toEqual([]);
});

test('an event of a later version is kept and not shown, while an upgrade runs', async () => {
  const { id } = await make(['rental.started']);
  const add = sql`update webhook_endpoints set events = array_append(events, 'later.event') where id = ${id}`;
  await add.execute(site.db);
  expect((await call('GET', '')).body['webhooks']).toMatchObject([{ id, events: ['rental.started'] }]);
  for (const change of [{ is_on: true }, { events: ['order.paid'] }]) await call('PATCH', `/${id}`, change);
  const kept = await sql`select events from webhook_endpoints where id = ${id}`.execute(site.db);
  expect(kept.rows).toEqual([{ events: ['order.paid', 'later.event'] }]);
});

test('the secret is in the answer to making and rotating, and nowhere else; it is stored out of sight', async () => {
  const { id, secret } = await make(['rental.ended']);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(JSON.stringify((await call('GET', '')).body)).not.toContain('whsec_');
  const changed = await call('PATCH', `/${id}`, { events: ['rental.ended', 'rental.started'] });
  expect(changed.body).toMatchObject({ events: ['rental.started', 'rental.ended'] });
  expect(JSON.stringify(changed.body)).not.toContain('whsec_');
});

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { id, secret } = await make(['rental.ended']);
  const rotated = await call('POST', `/${id}/rotate`);
  const next = String(rotated.body['secret']);
  await call('POST', `/${id}/test`, { type: 'rental.ended' });
  await site.runJobs();
  expect([secret, next].map((each) => isSigned(receiver.received[0] as never, each))).toEqual([true, true]);
  await site.advance('25 hours');
  await call('POST', `/${id}/test`, { type: 'rental.ended' });
  await site.runJobs();
  expect([secret, next].map((each) => isSigned(receiver.received[1] as never, each))).toEqual([false, true]);
});

test('a test event says that it is one', async () => {
  const { id } = await make(['rental.ended']);
  expect((await call('POST', `/${id}/test`, { type: 'key.expiring' })).status).toBe(200);
  await site.runJobs();
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'key.expiring', test: true });
});

test('a failed delivery is tried again with the same id, and can be sent again by hand', async () => {
  const { id } = await make(['rental.ended']);
  refuse(500);
  await endRental();
  await site.runJobs();
  const [failed] = await deliveries(id);
  expect(failed).toMatchObject({ state: 'pending', attempts: [{ status: 500, answer: 'no' }] });
  refuse(200);
  const again = await call('POST', `/${id}/deliveries/${failed?.id}/resend`);
  expect(again.status).toBe(200);
  await site.runJobs();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([failed?.message_id, failed?.message_id]);
  expect((await deliveries(id))[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ status: 200 }, { status: 500 }],
  });
});

test('a receiver that answers 410 is switched off, with a mail', async () => {
  const { id } = await make(['rental.ended']);
  refuse(410);
  await endRental();
  await site.runJobs();
  expect(await stateOf(id)).toBe('gone');
  expect(site.outbox.map(({ subject }) => subject)).toContain('A webhook was switched off');
  expect((await call('POST', `/${id}/test`, {})).status).toBe(409);
  expect((await call('PATCH', `/${id}`, { is_on: true })).body).toMatchObject({ state: 'on' });
});

test('after three days of failures a webhook is switched off, with a mail', async () => {
  const { id } = await make(['rental.ended']);
  refuse(500);
  await call('POST', `/${id}/test`, {});
  await site.runJobs();
  await site.advance('71 hours');
  await call(
    'POST',
    `/${id}/test`,
    {},
    await site.signIn(await nameOf(scene.owner.id), 'correct horse battery'),
  );
  await site.runJobs();
  await sql`update credentials set expires_at = app_now() + interval '7 days'`.execute(site.db);
  expect(await stateOf(id)).toBe('on');
  await site.advance('2 hours');
  await call('POST', `/${id}/test`, {});
  await site.runJobs();
  expect(await stateOf(id)).toBe('failing');
  expect(site.outbox.filter(({ subject }) => subject === 'A webhook was switched off')).toHaveLength(1);
});
const nameOf = async (id: string) =>
  (await sql<{ username: string }>`select username from users where id = ${id}`.execute(site.db)).rows[0]
    ?.username ?? '';

test('a key’s webhook passes on when the key is rotated, and ends with it', async () => {
  const key = await made({ name: 'hooks', permissions: ['watch', 'webhooks'] });
  const { id } = await make(['rental.ended'], key.key);
  const next = await rotate(key.id);
  await revoke(key.id);
  await endRental();
  await site.runJobs();
  expect(types()).toEqual(['rental.ended']);
  await call('POST', `/${id}/test`, {});
  await revoke(String(next.body['id']));
  await site.runJobs();
  expect(receiver.received).toHaveLength(1);
});

test('a key for named phones hears of these alone, their end too', async () => {
  const other = await rentedPhone(scene.team, scene.owner.id);
  const key = await made({ permissions: ['watch', 'webhooks'], phones: [scene.phone] });
  await make(['rental.ended'], key.key);
  await endRental(other);
  await endRental();
  await site.runJobs();
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.phone.id)).toEqual([scene.phone]);
});

test('a member who leaves the team hears nothing more', async () => {
  const admin = await member('admin');
  await make(['rental.ended'], admin.token);
  await endRental();
  await sql`delete from workspace_members where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
    site.db,
  );
  await site.runJobs();
  expect(receiver.received).toEqual([]);
});

test('a member without the second factor that the team requires hears nothing, and waiting events are not sent', async () => {
  const { id } = await make(['rental.ended']);
  const other = await rentedPhone(scene.team, scene.owner.id);
  await endRental(other);
  await sql`update workspaces set requires_second_factor = true where id = ${scene.team}`.execute(site.db);
  await endRental();
  await site.runJobs();
  expect(types()).toEqual([]);
  await sql`update workspaces set requires_second_factor = false where id = ${scene.team}`.execute(site.db);
  expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: [] }]);
});

test('phones that go away and come back, and rentals that end soon, are each told once', async () => {
  await make(['phone.offline', 'phone.online', 'rental.ending']);
  await sql`update hosts set link_beat_at = app_now() + interval '10 days'`.execute(site.db);
  await sweepWebhooks(site);
  await sql`update hosts set link_beat_at = app_now() - interval '1 minute'`.execute(site.db);
  for (const _ of [1, 2]) await sweepWebhooks(site);
  await sql`update hosts set link_beat_at = app_now() + interval '10 days'`.execute(site.db);
  await sweepWebhooks(site);
  await sql`update assignments set starts_at = app_now() - interval '3 days', expires_at = app_now() + interval '20 hours'
    where device_id = ${scene.phone}`.execute(site.db);
  for (const _ of [1, 2]) await sweepWebhooks(site);
  await site.runJobs();
  // They are sent side by side, and so are those of the team's other phones.
  expect(types(scene.phone).toSorted()).toEqual(['phone.offline', 'phone.online', 'rental.ending']);
});

test('private addresses are refused when a webhook is made', async () => {
  for (const url of [
    'http://10.0.0.1/',
    'https://2852039166/',
    'https://localhost.internal/',
    'http://example.com/',
  ]) {
    const answer = await call('POST', '', { url, events: ['rental.ended'] });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { url: expect.any(String) } },
    });
  }
});

test('deliveries come in pages', async () => {
  const { id } = await make(['rental.ended']);
  for (let index = 0; index < 3; index += 1) await call('POST', `/${id}/test`, {});
  const first = await call('GET', `/${id}/deliveries?limit=2`);
  const rest = await call('GET', `/${id}/deliveries?limit=2&cursor=${first.body['next_cursor']}`);
  const ids = [first, rest].flatMap(({ body }) => (body['deliveries'] as Listed[]).map((each) => each.id));
  expect(new Set(ids).size).toBe(3);
  expect(rest.body['next_cursor']).toBeNull();
});

test('a member without the permission can’t see webhooks', async () => {
  const user = await member('user');
  expect((await call('GET', '', undefined, user.token)).status).toBe(403);
});

test('several events for one address come in their order, in one go', async () => {
  const { id } = await make(['rental.ended']);
  const sent: unknown[] = [];
  for (let index = 0; index < 12; index += 1) {
    sent.push((await call('POST', `/${id}/test`, {})).body['message_id']);
  }
  await site.runJobs();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(sent);
  const left =
    await sql`select 1 from graphile_worker.jobs j join webhook_deliveries d on d.endpoint_id = ${id}
    where j.key in ('webhook:' || d.id, 'webhook:' || d.endpoint_id)`.execute(site.db);
  expect(left.rows).toEqual([]);
});
