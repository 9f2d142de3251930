import { type Db, sql } from '../platform/database.ts';

export async function insertRecorded(
  db: Db,
  recorded: { device_id: string; assignment_id: string; recording_id: string; by_name: string },
): Promise<void> {
  await sql`
    insert into recorded_phones (device_id, assignment_id, recording_id, by_name)
    values (${recorded.device_id}, ${recorded.assignment_id}, ${recorded.recording_id}, ${recorded.by_name})
    on conflict (device_id) do update set assignment_id = excluded.assignment_id,
      recording_id = excluded.recording_id, by_name = excluded.by_name`.execute(db);
}

export async function deleteRecorded(db: Db, recordingId: string): Promise<void> {
  await sql`delete from recorded_phones where recording_id = ${recordingId}`.execute(db);
}

export async function selectRecordedBy(
  db: Db,
  deviceId: string,
  assignmentId: string,
): Promise<string | null> {
  const found = await sql<{ by_name: string }>`
    select by_name from recorded_phones
    where device_id = ${deviceId} and assignment_id = ${assignmentId}`.execute(db);
  return found.rows[0]?.by_name ?? null;
}
