import { type Db, sql } from '../platform/database.ts';

export type SettingsRow = {
  records_all: boolean;
  phones: string[];
  keys: string[];
  keep_days: number;
  max_bytes: number;
};

const defaults: SettingsRow = {
  records_all: false,
  phones: [],
  keys: [],
  keep_days: 30,
  max_bytes: 10_000_000_000,
};

export async function selectSettings(db: Db, workspaceId: string): Promise<SettingsRow> {
  const found = await sql<SettingsRow>`
    select records_all, phones, keys, keep_days, max_bytes from recording_settings
    where workspace_id = ${workspaceId}`.execute(db);
  return found.rows[0] ?? defaults;
}

/** Until the end of the transaction nobody else changes them. */
export async function lockSettings(tx: Db, workspaceId: string): Promise<void> {
  await sql`insert into recording_settings (workspace_id) values (${workspaceId}) on conflict do nothing`.execute(
    tx,
  );
  await sql`select 1 from recording_settings where workspace_id = ${workspaceId} for update`.execute(tx);
}

export async function upsertSettings(
  db: Db,
  workspaceId: string,
  { records_all, phones, keys, keep_days }: Omit<SettingsRow, 'max_bytes'>,
): Promise<void> {
  await sql`
    insert into recording_settings (workspace_id, records_all, phones, keys, keep_days)
    values (${workspaceId}, ${records_all}, ${sql.val(phones)}::uuid[], ${sql.val(keys)}::uuid[], ${keep_days})
    on conflict (workspace_id) do update set records_all = excluded.records_all, phones = excluded.phones,
      keys = excluded.keys, keep_days = excluded.keep_days, changed_at = app_now()`.execute(db);
}

/** These keys, each under the id that it has now: keys may have been rotated since. */
export async function selectCurrentIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with recursive now as (
      select id, rotated_to from credentials where id = any(${sql.val(ids)}::uuid[])
      union
      select c.id, c.rotated_to from now join credentials c on c.id = now.rotated_to)
    select id from now where rotated_to is null`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Of these, the keys and connected programs of the workspace. */
export async function selectOwnKeys(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from credentials where workspace_id = ${workspaceId} and kind in ('key', 'grant')
      and id = any(${sql.val(ids)}::uuid[])`.execute(db);
  return found.rows.map(({ id }) => id);
}
