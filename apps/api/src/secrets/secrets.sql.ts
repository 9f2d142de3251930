import { type Db, sql, type Tx } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';

export type SecretRow = {
  id: string;
  name: string;
  apps: string[];
  is_for_any_field: boolean;
  phones: string[] | null;
  principals: string[] | null;
  created_at: string;
  last_used_at: string | null;
};

const columns = sql`id, name, apps, is_for_any_field, phones, principals, created_at, last_used_at`;

/** The workspace's secrets for all phones, and its secrets for a phone that the caller may use. */
const seenBy = ({ workspace_id, phones }: Reach) =>
  phones === 'all'
    ? sql`workspace_id = ${workspace_id}`
    : sql`(workspace_id = ${workspace_id} and (phones is null or phones && ${sql.val(phones)}::uuid[]))`;

export async function selectSecrets(db: Db, reach: Reach): Promise<SecretRow[]> {
  const found = await sql<SecretRow>`
    select ${columns} from typed_secrets where ${seenBy(reach)} order by name limit 200`.execute(db);
  return found.rows;
}

export async function selectSecretByName(
  db: Db,
  workspaceId: string,
  name: string,
): Promise<(SecretRow & { value: Buffer }) | undefined> {
  const found = await sql<SecretRow & { value: Buffer }>`
    select ${columns}, value from typed_secrets where workspace_id = ${workspaceId} and name = ${name}`.execute(
    db,
  );
  return found.rows[0];
}

export type NewSecret = Omit<SecretRow, 'created_at' | 'last_used_at'> & {
  workspace_id: string;
  value: Buffer;
  made_by: string;
};

/** Why a secret can't be stored: another one of the workspace has the name, or the workspace has `max` of them. */
export type NotStored = 'name_taken' | 'full';

/** Those of a workspace are made one after the other, so that many at once don't exceed `max`. */
export async function insertSecret(tx: Tx, secret: NewSecret, max: number): Promise<SecretRow | NotStored> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`typed_secrets ${secret.workspace_id}`}, 0))`.execute(
    tx,
  );
  const made = await sql<SecretRow>`
    insert into typed_secrets
      (id, workspace_id, name, value, apps, is_for_any_field, phones, principals, made_by)
    select ${secret.id}, ${secret.workspace_id}, ${secret.name}, ${secret.value}, ${sql.val(secret.apps)}::text[],
      ${secret.is_for_any_field}, ${sql.val(secret.phones)}::uuid[], ${sql.val(secret.principals)}::uuid[],
      ${secret.made_by}
    where (select count(*) from typed_secrets where workspace_id = ${secret.workspace_id}) < ${max}
    on conflict (workspace_id, name) do nothing
    returning ${columns}`.execute(tx);
  return (
    made.rows[0] ?? ((await selectSecretByName(tx, secret.workspace_id, secret.name)) ? 'name_taken' : 'full')
  );
}

/**
 * As the caller sees it, locked until the transaction ends. `has_more`: it is for phones of the workspace that the caller doesn't
 * have. Phones that the workspace has no more don't count.
 */
export async function selectSecretToDelete(
  tx: Db,
  reach: Reach,
  id: string,
): Promise<{ name: string; made_by: string | null; has_more: boolean } | undefined> {
  const { phones } = reach;
  const hasMore =
    phones === 'all'
      ? sql`false`
      : sql`(phones is null or exists (
          select 1 from unnest(phones) p join assignments a on a.device_id = p
          where p <> all(${sql.val(phones)}::uuid[]) and a.workspace_id = typed_secrets.workspace_id
            and a.state in ('scheduled', 'active')))`;
  const found = await sql<{ name: string; made_by: string | null; has_more: boolean }>`
    select name, made_by, ${hasMore} as has_more from typed_secrets
    where id = ${id} and ${seenBy(reach)} for update`.execute(tx);
  return found.rows[0];
}

export async function deleteSecretRow(tx: Db, id: string): Promise<void> {
  await sql`delete from typed_secrets where id = ${id}`.execute(tx);
}

export async function updateSecretUsed(db: Db, id: string): Promise<void> {
  await sql`update typed_secrets set last_used_at = app_now() where id = ${id}`.execute(db);
}
