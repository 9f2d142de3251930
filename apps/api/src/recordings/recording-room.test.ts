// Recordings that go on share the room that is left: together they never have more, however many begin at once.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { shareOf } from './recording-room.ts';
import { takeToTell } from './recording-sweep.sql.ts';
import { startBySetting } from './recordings.ts';

const { scene, site, rentedPhone } = useTeamWithKeys(
  { leads: false },
  { OPERATOR_SECRETS_KEY: 'ab'.repeat(32) },
);
const megabyte = 1024 * 1024;

beforeEach(async () => {
  await sql`delete from activity_sessions`.execute(site.db);
  await sql`update hosts set agent_version = '99.0.0'`.execute(site.db);
});

const setRoom = (megabytes: number) =>
  sql`insert into recording_settings (workspace_id, records_all, max_bytes) values (${scene.team}, true, ${megabytes * megabyte})
    on conflict (workspace_id) do update set max_bytes = excluded.max_bytes`.execute(site.db);

/** The phone is used, so that no sweep ends the recording. */
async function begin(device_id: string): Promise<void> {
  await sql`select begin_activity_session(${scene.team}, 'screen.used', ${device_id}, ${randomUUID()}, ${randomUUID()}, '{}',
    '{"kind": "system", "name": ""}'::jsonb)`.execute(site.db);
  const { db, clock, config } = site.app.deps;
  const links = { nodeId: 'none', send: async () => 'not_sent' as const };
  await startBySetting(
    { db, clock, config, links, store: undefined },
    {
      workspace_id: scene.team,
      device_id,
      cause: 'team',
    },
  );
}

async function running(): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from recordings where workspace_id = ${scene.team} and state = 'recording' order by id`.execute(
    site.db,
  );
  return found.rows.map(({ id }) => id);
}

test('of many that begin at once, only as many begin as there is room for, and the others are told', async () => {
  await setRoom(40);
  const phones = [scene.phone];
  for (let n = 0; n < 4; n += 1) phones.push(await rentedPhone(scene.team, scene.owner.id));
  await Promise.all(phones.map(begin));
  expect(await running()).toHaveLength(2);
  const told = await site.call('GET', '/api/activity?kind=recording.no_room', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  expect(told.body['rows']).toHaveLength(3);
});

test('each gets its share of what is left, and those before it hear that theirs is smaller', async () => {
  await setRoom(100);
  await begin(scene.phone);
  const [first = ''] = await running();
  expect(await shareOf(site.db, scene.team)).toBe(100 * megabyte);
  // Told lately: nobody would tell it again for a minute.
  await sql`update recordings set told_at = app_now()`.execute(site.db);
  await begin(await rentedPhone(scene.team, scene.owner.id));
  expect(await shareOf(site.db, scene.team)).toBe(50 * megabyte);
  expect(await takeToTell(site.db, 60)).toEqual([first]);
  await sql`update recordings set bytes = ${60 * megabyte} where id = ${first}`.execute(site.db);
  expect(await shareOf(site.db, scene.team)).toBe(20 * megabyte);
  // Its host may still have the rest of it.
  await sql`update recordings set state = 'uploading', reason = 'stopped', ended_at = app_now() where id = ${first}`.execute(
    site.db,
  );
  expect(await shareOf(site.db, scene.team)).toBe(20 * megabyte);
  await sql`update recordings set state = 'ready' where id = ${first}`.execute(site.db);
  expect(await shareOf(site.db, scene.team)).toBe(40 * megabyte);
});
