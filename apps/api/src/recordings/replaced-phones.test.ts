// Settings that name a phone go to the phone that replaces it, and its recording says so; tested without a phone.
import { expect, test } from 'vitest';
import { insertTestRecording } from '../../test/test-recordings.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { updateEnded } from './recordings.sql.ts';

const { scene, site, rentedPhone } = useTeamWithKeys({ leads: false });

/** As a swap does it: the first rental ends, and one of the new phone takes its place. */
async function replace(from: string, to: string): Promise<{ old: string }> {
  const ended = await sql<{ id: string }>`
    update assignments set state = 'ended', ended_at = app_now(), end_reason = 'replaced'
    where device_id = ${from} returning id`.execute(site.db);
  const old = ended.rows[0]?.id ?? '';
  await sql`delete from assignments where device_id = ${to}`.execute(site.db);
  await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at, replaces_id)
    values (${to}, ${scene.owner.id}, ${scene.team}, app_now(), app_now() + interval '10 days', 'active', 'ready',
            app_now(), ${old})`.execute(site.db);
  return { old };
}

test('secrets and the setting to record go to the phone that replaces another one', async () => {
  const [other, next] = [
    await rentedPhone(scene.team, scene.owner.id),
    await rentedPhone(scene.team, scene.owner.id),
  ];
  const secret = (name: string, phones: string[] | null) =>
    sql`
    insert into typed_secrets (id, workspace_id, name, value, apps, is_for_any_field, phones, made_by)
    values (gen_random_uuid(), ${scene.team}, ${name}, decode(repeat('00', 97), 'hex'), '{com.example.bank}', false,
            ${sql.val(phones)}::uuid[], ${scene.owner.id})`.execute(site.db);
  await secret('both', [scene.phone, other]);
  await secret('everywhere', null);
  await secret('twice', [next, scene.phone]);
  // Named for a later rental of the new phone: neither counts for this one.
  await secret('later', [next, other]);
  await sql`insert into recording_settings (workspace_id, phones)
    values (${scene.team}, array[${scene.phone}, ${other}]::uuid[])`.execute(site.db);
  await replace(scene.phone, next);
  const found = await sql<{ name: string; phones: string[] | null }>`
    select name, phones from typed_secrets where workspace_id = ${scene.team}
    union all select 'recorded', phones from recording_settings where workspace_id = ${scene.team}`.execute(
    site.db,
  );
  expect(Object.fromEntries(found.rows.map(({ name, phones }) => [name, phones]))).toEqual({
    both: [next, other],
    everywhere: null,
    twice: [next],
    later: [other],
    recorded: [next, other],
  });
});

test('a phone that is recorded in a later rental is not recorded in the one that it takes over', async () => {
  const next = await rentedPhone(scene.team, scene.owner.id);
  await sql`insert into recording_settings (workspace_id, phones)
    values (${scene.team}, array[${next}]::uuid[])`.execute(site.db);
  await replace(scene.phone, next);
  const found = await sql`select phones from recording_settings where workspace_id = ${scene.team}`.execute(
    site.db,
  );
  expect(found.rows).toEqual([{ phones: [] }]);
});

test.each([
  ['rental_ended', 'phone_replaced'],
  ['disk_full', 'disk_full'],
] as const)('a recording of a replaced phone that ends by %s is told as %s', async (reason, told) => {
  const next = await rentedPhone(scene.team, scene.owner.id);
  const { old } = await replace(scene.phone, next);
  const id = await insertTestRecording(site.db, {
    workspace_id: scene.team,
    device_id: scene.phone,
    assignment_id: old,
    user_id: scene.owner.id,
  });
  await sql`update recordings set state = 'recording', reason = null, ended_at = null where id = ${id}`.execute(
    site.db,
  );
  expect(await updateEnded(site.db, [id], reason)).toMatchObject([{ id, reason: told }]);
});
