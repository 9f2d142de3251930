// Two people who change different settings at the same moment both have their way, and the activity says what they changed.
import { expect, test, vi } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { inTransaction, sql } from '../platform/database.ts';

const { scene, site, made } = useTeamWithKeys({ leads: false });

const change = (payload: object) =>
  site.call('PATCH', '/api/recording-settings', {
    token: scene.owner.token,
    workspace: scene.team,
    payload,
  });
const activity = async () => {
  const { body } = await site.call('GET', '/api/activity?kind=recording.settings_changed', {
    token: scene.owner.token,
    workspace: scene.team,
  });
  return (body['rows'] as { details: object }[]).map(({ details }) => details);
};

test('a change keeps what somebody else changes meanwhile', async () => {
  await change({ keep_days: 10 });
  let changing: ReturnType<typeof change> | undefined;
  await inTransaction(site.db, async (tx) => {
    await sql`
      update recording_settings set phones = array[${scene.phone}::uuid] where workspace_id = ${scene.team}`.execute(
      tx,
    );
    changing = change({ keep_days: 20 });
    const isWaiting = async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        site.db,
      );
      expect(waiting.rows).toHaveLength(1);
    };
    await vi.waitFor(isWaiting, { timeout: 20_000 });
  });
  expect((await changing)?.body).toMatchObject({ phones: [scene.phone], keep_days: 20 });
  const stored = await sql`
    select phones, keep_days from recording_settings where workspace_id = ${scene.team}`.execute(site.db);
  expect(stored.rows).toEqual([{ phones: [scene.phone], keep_days: 20 }]);
});

test('the activity says what was changed', async () => {
  const key = await made();
  await change({ records_all: true, phones: [scene.phone], keys: [key.id] });
  await change({ records_all: true, phones: [], keep_days: 7 });
  expect(await activity()).toEqual([
    { keep_days: 7, phones_removed: 1 },
    { records_all: true, phones_added: 1, keys_added: 1 },
  ]);
});

test('a key of nobody here is refused, and nothing changes', async () => {
  await change({ keep_days: 10 });
  const { status } = await change({ keep_days: 20, keys: ['6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11'] });
  expect(status).toBe(404);
  expect((await change({})).body).toMatchObject({ keep_days: 10, keys: [] });
});
