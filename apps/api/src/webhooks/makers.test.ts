// Only its maker sets a webhook's address, gets its secret and reads what was sent there; who manages the team can end it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../test/test-receiver.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, made, rotate, rentedPhone, member } = useTeamWithKeys(
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
const call = (token: string, method: Method, path: string, payload?: object) =>
  site.call(method, `/api/webhooks${path}`, { token, workspace: scene.team, ...(payload && { payload }) });
const make = async (token = scene.owner.token) =>
  String((await call(token, 'POST', '', { url: receiver.url, events: ['phone.offline'] })).body['id']);
const listed = async (token: string) =>
  ((await call(token, 'GET', '')).body['webhooks'] as { id: string; is_own: boolean }[]).map(
    ({ id, is_own }) => [id, is_own],
  );
const tell = (device: string) =>
  sql`select announce(${scene.team}::uuid, ${device}::uuid, 'phone.offline', '{}'::jsonb)`.execute(site.db);
/** The status of all that only a maker can do. */
const makersCalls = async (token: string, id: string, delivery: string) => {
  const statuses: number[] = [];
  for (const [method, path, payload] of [
    ['PATCH', `/${id}`, { url: `${receiver.url}/mine` }],
    ['PATCH', `/${id}`, { events: ['rental.ended'] }],
    ['PATCH', `/${id}`, { is_on: true }],
    ['PATCH', `/${id}`, { events: ['rental.ended'], is_on: false }],
    ['POST', `/${id}/rotate`, undefined],
    ['POST', `/${id}/test`, {}],
    ['GET', `/${id}/deliveries`, undefined],
    ['POST', `/${id}/deliveries/${delivery}/resend`, undefined],
  ] as const)
    statuses.push((await call(token, method, path, payload)).status);
  return statuses;
};
const told = async (token: string, id: string) =>
  (await call(token, 'GET', `/${id}/deliveries`)).body['deliveries'] as { id: string }[];

test('a key with webhooks neither sees nor touches what others made, its maker included', async () => {
  const id = await make();
  await tell(scene.phone);
  const [delivery] = await told(scene.owner.token, id);
  for (const phones of [[scene.phone], 'all']) {
    const { key } = await made({ name: `key of ${phones}`, permissions: ['webhooks'], phones });
    expect(await listed(key)).toEqual([]);
    expect(await makersCalls(key, id, String(delivery?.id))).toEqual(Array(8).fill(404));
    expect((await call(key, 'PATCH', `/${id}`, { is_on: false })).status).toBe(404);
    expect((await call(key, 'DELETE', `/${id}`)).status).toBe(404);
  }
  const kept = await sql`select url, disabled_at from webhook_endpoints where id = ${id}`.execute(site.db);
  expect(kept.rows).toEqual([{ url: receiver.url, disabled_at: null }]);
});

test('a manager of members switches others’ webhooks off and deletes them, and does nothing else with them', async () => {
  const admin = await member('admin');
  const { key } = await made({ permissions: ['webhooks', 'members'] });
  for (const token of [admin.token, key]) {
    const id = await make();
    await tell(scene.phone);
    const [delivery] = await told(scene.owner.token, id);
    expect(await listed(token)).toContainEqual([id, false]);
    expect(await makersCalls(token, id, String(delivery?.id))).toEqual(Array(8).fill(403));
    const off = await call(token, 'PATCH', `/${id}`, { is_on: false });
    expect(off).toMatchObject({ status: 200, body: { state: 'off', is_own: false } });
    expect((await call(token, 'DELETE', `/${id}`)).status).toBe(200);
  }
});

test('a key does everything with its own webhook, also after a rotation, and so does its person', async () => {
  const key = await made({ permissions: ['webhooks'] });
  const id = await make(key.key);
  await tell(scene.phone);
  const next = await rotate(key.id);
  for (const token of [key.key, String(next.body['key']), scene.owner.token]) {
    const [delivery] = await told(token, id);
    expect(await listed(token)).toEqual([[id, true]]);
    await call(token, 'PATCH', `/${id}`, { is_on: true });
    const statuses = await makersCalls(token, id, String(delivery?.id));
    // The webhook was switched off before these.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409, 200, 409]);
  }
});

test('whose phones were narrowed no longer reads or repeats what was sent about others', async () => {
  const admin = await member('admin');
  const other = await rentedPhone(scene.team, scene.owner.id);
  const id = await make(admin.token);
  await tell(scene.phone);
  await tell(other);
  const [ofOther] = await told(admin.token, id);
  await site.call('PATCH', `/api/workspaces/${scene.team}/members/${admin.id}`, {
    token: scene.owner.token,
    payload: { phones: [scene.phone] },
  });
  expect(await told(admin.token, id)).toHaveLength(1);
  const again = await call(admin.token, 'POST', `/${id}/deliveries/${ofOther?.id}/resend`);
  expect(again.status).toBe(404);
});
