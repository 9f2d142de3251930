// A recording shows a phone as long as it goes on, so it ends when its starter may not record the phone any more.
import type { Recording } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { insertRunningRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { selectNotAllowed } from './recording-sweep.sql.ts';

const { scene, site, member, made, revoke, rotate } = useTeamWithKeys({ leads: false });

/** Of the team's phone; it goes on. */
const running = (user_id: string, key?: string) =>
  insertRunningRecording(site.db, {
    ...{ workspace_id: scene.team, device_id: scene.phone, user_id },
    ...(key !== undefined && { who: { kind: 'key' as const, id: key } }),
  });

const get = (id: string, token: string) =>
  site.call('GET', `/api/recordings/${id}`, { token, workspace: scene.team });
const reasonOf = async (id: string) =>
  ((await get(id, scene.owner.token)).body as unknown as Recording).exact_reason;
const setPhones = (user: string, phones: string[]) =>
  site.call('PATCH', `/api/workspaces/${scene.team}/members/${user}`, {
    token: scene.owner.token,
    workspace: scene.team,
    payload: { phones },
  });

test('a person who loses the phone loses the recording that they started on it, as it goes on', async () => {
  const bob = await member('user', [scene.phone]);
  const id = await running(bob.id);
  expect((await get(id, bob.token)).status).toBe(200);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([]);
  expect((await setPhones(bob.id, [])).status).toBe(200);
  await vi.waitFor(async () => expect(await reasonOf(id)).toBe('access_ended'), { timeout: 20_000 });
  // The part that was recorded until then stays theirs. Clients from before this word read the list on.
  expect(await get(id, bob.token)).toMatchObject({ status: 200, body: { reason: 'stopped' } });
});

test('until it has ended they see nothing of it', async () => {
  const bob = await member('user', [scene.phone]);
  const id = await running(bob.id);
  await sql`delete from grants where user_id = ${bob.id}`.execute(site.db);
  const path = `/api/recordings/${id}`;
  const options = { token: bob.token, workspace: scene.team };
  expect((await get(id, bob.token)).status).toBe(404);
  expect((await site.call('GET', `${path}/events`, options)).status).toBe(404);
  expect((await site.call('POST', `${path}/stop`, options)).status).toBe(404);
  expect((await site.call('DELETE', path, options)).status).toBe(404);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([id]);
});

test('a person who loses the phone by the end of its rental may record until that end', async () => {
  const bob = await member('user', [scene.phone]);
  await running(bob.id);
  await sql`delete from grants where user_id = ${bob.id}`.execute(site.db);
  await sql`update assignments set state = 'ended', ended_at = app_now() where device_id = ${scene.phone}`.execute(
    site.db,
  );
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([]);
});

test('a key that has ended, or whose maker has lost the phone, records no more; a rotated one does', async () => {
  const bob = await member('admin', [scene.phone]);
  const key = await made({ permissions: ['record', 'watch'], phones: [scene.phone] }, bob.token);
  const id = await running(bob.id, key.id);
  expect((await rotate(key.id, bob.token)).status).toBe(200);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([]);
  await sql`delete from grants where user_id = ${bob.id}`.execute(site.db);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([id]);
  await sql`update recordings set state = 'ready', reason = 'stopped', ended_at = app_now()`.execute(site.db);

  const own = await made({ permissions: ['record', 'watch'] });
  const other = await running(scene.owner.id, own.id);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([]);
  await revoke(own.id);
  expect(await selectNotAllowed(site.db, scene.team)).toEqual([other]);
});
