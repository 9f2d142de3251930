// Recordings whose days are over are erased by themselves, and the team's activity tells it.
import { expect, test } from 'vitest';
import { testPassword } from '../../test/test-app.ts';
import { insertTestRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site } = useTeamWithKeys({ leads: false });

test('a recording that is erased because its days are over stands in the activity', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from assignments where device_id = ${scene.phone}`.execute(site.db);
  const id = await insertTestRecording(site.db, {
    workspace_id: scene.team,
    device_id: scene.phone,
    assignment_id: rows[0]?.id ?? '',
    user_id: scene.owner.id,
  });
  const erase = async () => {
    const task = site.app.tasks.find(({ name }) => name === 'old_recordings') ?? expect.fail('no such job');
    await task.run({} as never, {} as never);
  };
  const activity = async () => {
    const path = '/api/activity?kind=recording.erased';
    const { rows: users } = await sql<{ username: string }>`
      select username from users where id = ${scene.owner.id}`.execute(site.db);
    // Signed in anew: the days are longer than a sign-in.
    const token = await site.signIn(users[0]?.username ?? '', testPassword);
    const told = await site.call('GET', path, { token, workspace: scene.team });
    return told.body['rows'];
  };
  await erase();
  expect(await activity()).toEqual([]);
  await site.advance('31 days');
  await erase();
  expect(await activity()).toMatchObject([
    { who: { kind: 'system' }, phone: { id: scene.phone }, details: { id, name: 'Launch week' } },
  ]);
  const left = await sql`select 1 from recordings where id = ${id} and erased_at is null`.execute(site.db);
  expect(left.rows).toEqual([]);
});
