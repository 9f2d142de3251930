import { type Db, sql } from '../platform/database.ts';

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

export async function selectSecrets(db: Db, workspaceId: string): Promise<SecretRow[]> {
  const found = await sql<SecretRow>`
    select ${columns} from typed_secrets where workspace_id = ${workspaceId} order by name limit 200`.execute(
    db,
  );
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

/** Undefined when another secret of the workspace has the name, or the workspace has `max` of them. */
export async function insertSecret(db: Db, secret: NewSecret, max: number): Promise<SecretRow | undefined> {
  const made = await sql<SecretRow>`
    insert into typed_secrets
      (id, workspace_id, name, value, apps, is_for_any_field, phones, principals, made_by)
    select ${secret.id}, ${secret.workspace_id}, ${secret.name}, ${secret.value}, ${sql.val(secret.apps)}::text[],
      ${secret.is_for_any_field}, ${sql.val(secret.phones)}::uuid[], ${sql.val(secret.principals)}::uuid[],
      ${secret.made_by}
    where (select count(*) from typed_secrets where workspace_id = ${secret.workspace_id}) < ${max}
    on conflict (workspace_id, name) do nothing
    returning ${columns}`.execute(db);
  return made.rows[0];
}

/** Returns its name. */
export async function deleteSecretRow(db: Db, workspaceId: string, id: string): Promise<string | undefined> {
  const gone = await sql<{ name: string }>`
    delete from typed_secrets where id = ${id} and workspace_id = ${workspaceId} returning name`.execute(db);
  return gone.rows[0]?.name;
}

export async function updateSecretUsed(db: Db, id: string): Promise<void> {
  await sql`update typed_secrets set last_used_at = app_now() where id = ${id}`.execute(db);
}
