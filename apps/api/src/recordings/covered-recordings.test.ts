// Recordings that a setting of the team covers are neither stopped nor erased by those whom they record.
import { randomUUID } from 'node:crypto';
import type { Recording } from '@pocketfleet/contract';
import { beforeEach, expect, test } from 'vitest';
import { insertRunningRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { selectDue } from './recording-sweep.sql.ts';
import { selectRecordings, selectSeenRecording } from './recordings.sql.ts';
import { startBySetting } from './recordings.ts';

const { scene, site, member, made, rotate } = useTeamWithKeys({ leads: false });
let bob: { id: string; token: string };

beforeEach(async () => {
  bob = await member('user', [scene.phone]);
  await sql`delete from activity_sessions`.execute(site.db);
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, token: string, payload?: object) =>
  site.call(method, `/api${path}`, { token, workspace: scene.team, ...(payload && { payload }) });
const settle = (settings: object) => call('PATCH', '/recording-settings', scene.owner.token, settings);

/** Of the team's phone, started by Bob; it goes on. */
const running = () =>
  insertRunningRecording(site.db, {
    workspace_id: scene.team,
    device_id: scene.phone,
    user_id: bob.id,
  });

/** This credential begins to use the team's phone. */
async function use(credential: string): Promise<void> {
  const who = JSON.stringify({ kind: 'key', id: credential, name: 'scout' });
  await sql`select begin_activity_session(${scene.team}, 'screen.used', ${scene.phone}, ${credential}, ${randomUUID()}, '{}',
    ${who}::jsonb)`.execute(site.db);
}
async function endUses(): Promise<void> {
  await sql`update activity_sessions set seen_at = app_now() - interval '1 hour'`.execute(site.db);
  await sql`select end_activity_sessions(1, 1, 100)`.execute(site.db);
}
const dueBut = async (except: string[]) =>
  (await selectDue(site.db, except)).map(({ device_id }) => device_id);
const causes = async () => (await selectDue(site.db)).map(({ cause }) => cause);

test.each([
  ['the phone', () => ({ phones: [scene.phone] })],
  ['every use', () => ({ records_all: true })],
])(
  'where a setting covers %s, only who manages the team stops and erases what somebody started',
  async (_, settings) => {
    const id = await running();
    expect((await settle(settings())).status).toBe(200);
    expect((await call('GET', `/recordings/${id}`, bob.token)).body).toMatchObject({ may_delete: false });
    expect(await call('POST', `/recordings/${id}/stop`, bob.token)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('setting of the team') },
    });
    expect((await call('DELETE', `/recordings/${id}`, bob.token)).status).toBe(403);
    const { status, body } = await call('POST', `/recordings/${id}/stop`, scene.owner.token);
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'uploading', reason: 'stopped' } });
    expect((await call('DELETE', `/recordings/${id}`, bob.token)).status).toBe(403);
    expect((await call('DELETE', `/recordings/${id}`, scene.owner.token)).status).toBe(200);
  },
);

test('while a chosen key uses the phone nobody else stops it, and what shows that use is not erased', async () => {
  const key = await made({ permissions: ['screen', 'watch'] });
  await settle({ keys: [key.id] });
  const id = await running();
  await use(key.id);
  expect((await call('POST', `/recordings/${id}/stop`, bob.token)).status).toBe(403);
  await endUses();
  expect((await call('POST', `/recordings/${id}/stop`, bob.token)).status).toBe(200);
  expect((await call('DELETE', `/recordings/${id}`, bob.token)).status).toBe(403);
  // Started when the key's use was over.
  const after = await running();
  expect((await call('POST', `/recordings/${after}/stop`, bob.token)).status).toBe(200);
  expect((await call('DELETE', `/recordings/${after}`, bob.token)).status).toBe(200);
});

test('the activity is asked about settings for own recordings alone', async () => {
  await settle({ records_all: true });
  const id = await running();
  const reach = { user_id: scene.owner.id, workspace_id: scene.team, phones: 'all' } as const;
  const covered = async (user_id: string) => {
    const sight = { reach, own: { user_id } };
    const listed = await selectRecordings(site.db, sight, { deviceId: null, before: null, limit: 1 });
    return [await selectSeenRecording(site.db, sight, id), ...listed].map((row) => row?.is_covered);
  };
  expect(await covered(bob.id)).toEqual([true, true]);
  expect(await covered(scene.owner.id)).toEqual([false, false]);
});

test('the activity names the person who stops a recording', async () => {
  const id = await running();
  await call('POST', `/recordings/${id}/stop`, bob.token);
  const { body } = await call('GET', '/activity?kind=recording.ended', scene.owner.token);
  expect(body['rows']).toMatchObject([{ who: { kind: 'person', id: bob.id }, details: { id } }]);
  expect(((await call('GET', `/recordings/${id}`, bob.token)).body as unknown as Recording).may_delete).toBe(
    true,
  );
});

test('a key’s setting covers what the key has made: keys, and guests of its links', async () => {
  const key = await made({ permissions: ['screen', 'watch', 'keys'] });
  const other = await made({ permissions: ['screen', 'watch'] });
  await settle({ keys: [key.id] });
  await use(other.id);
  expect(await causes()).toEqual([]);
  await endUses();
  const child = await call('POST', '/keys', key.key, {
    name: 'child',
    permissions: ['watch'],
    phones: 'all',
  });
  expect(child.status).toBe(200);
  await use(String(child.body['id']));
  expect(await causes()).toEqual(['key']);
  await endUses();
  // Its maker is rotated: both are the same key.
  await rotate(key.id);
  await use(String(child.body['id']));
  expect(await causes()).toEqual(['key']);
  await endUses();
  const guest = await sql<{ id: string }>`
    with link as (
      insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, name, permissions, has_all_phones, expires_at, parent_id)
      values ('link', ${scene.owner.id}, ${scene.team}, sha256('link'), '', 'link', '{watch}', false, app_now() + interval '1 day', ${key.id})
      returning *)
    insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, name, permissions, has_all_phones, expires_at, parent_id)
    select 'guest', user_id, workspace_id, sha256('guest'), '', 'guest', permissions, false, expires_at, id from link
    returning id`.execute(site.db);
  await use(guest.rows[0]?.id ?? '');
  expect(await causes()).toEqual(['key']);
});

test('where there is no room left, the activity says once that a setting could not record', async () => {
  await settle({ phones: [scene.phone] });
  await sql`update recording_settings set max_bytes = 0`.execute(site.db);
  await sql`update hosts set agent_version = '99.0.0'`.execute(site.db);
  const { db, clock, config } = site.app.deps;
  const deps = { db, clock, config, links: {} as never, store: undefined };
  const due = { workspace_id: scene.team, device_id: scene.phone, cause: 'phone' } as const;
  for (let sweep = 0; sweep < 3; sweep += 1) expect(await startBySetting(deps, due)).toBe(false);
  const { body } = await call('GET', '/activity?kind=recording.no_room', scene.owner.token);
  expect(body['rows']).toMatchObject([{ who: { kind: 'system' }, phone: { id: scene.phone } }]);
});

test('phones that wait for room are not among those that are due', async () => {
  await settle({ phones: [scene.phone] });
  const key = await made({ permissions: ['screen', 'watch'] });
  await use(key.id);
  expect(await dueBut([])).toEqual([scene.phone]);
  expect(await dueBut([scene.phone])).toEqual([]);
  expect(await dueBut([randomUUID()])).toEqual([scene.phone]);
});
