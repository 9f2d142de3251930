// A recording that is there, without a host that made it.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Db, sql } from '../src/platform/database.ts';

export async function insertTestRecording(
  db: Db,
  of: { workspace_id: string; device_id: string; assignment_id: string; user_id: string },
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into recordings (id, workspace_id, device_id, device_tag, assignment_id, host_id, name, who_kind, who_id, who_name,
      user_id, cause, state, reason, ended_at, key, upload_hash)
    values (${id}, ${of.workspace_id}, ${of.device_id}, (select tag from devices where id = ${of.device_id}), ${of.assignment_id},
      (select host_id from devices where id = ${of.device_id}), 'Launch week', 'person', ${of.user_id},
      'owner', ${of.user_id}, 'asked', 'ready', 'stopped', app_now(), ${randomBytes(32)}, ${randomBytes(32)})`.execute(
    db,
  );
  return id;
}

/** One of this phone's present rental that somebody has started and that goes on. */
export async function insertRunningRecording(
  db: Db,
  of: {
    workspace_id: string;
    device_id: string;
    user_id: string;
    who?: { kind: 'person' | 'key'; id: string };
  },
): Promise<string> {
  const { who = { kind: 'person', id: of.user_id } } = of;
  const rental = await sql<{ id: string }>`
    select id from assignments where device_id = ${of.device_id} and state = 'active'`.execute(db);
  const id = await insertTestRecording(db, { ...of, assignment_id: rental.rows[0]?.id ?? '' });
  await sql`
    update recordings set state = 'recording', reason = null, ended_at = null, who_kind = ${who.kind}, who_id = ${who.id}
    where id = ${id}`.execute(db);
  return id;
}
