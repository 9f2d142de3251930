// The SQL of connected programs: each is a row of credentials, and so is each of their access tokens.
import type { AccessPermission } from '@pocketfleet/contract';
import { type Db, sql } from '../../platform/database.ts';

export type ConnectionRow = {
  id: string;
  client_id: string;
  program: string;
  machine: string;
  permissions: AccessPermission[];
  phones: 'all' | string[];
  monthly_limit_cents: number;
  hours_a_day: number | null;
  actions_a_minute: number | null;
  made_by: { user_id: string; username: string };
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  last_used_from: string | null;
  last_agent_call_at: string | null;
};

/** A connection works now. Its access tokens are rows below it. */
const isCurrent = sql`(c.kind = 'grant' and c.parent_id is null and c.revoked_at is null and c.expires_at > app_now())`;

/** Those of one member, or of all. */
export async function selectConnections(
  db: Db,
  workspaceId: string,
  userId: string | null,
): Promise<ConnectionRow[]> {
  const result = await sql<ConnectionRow>`
    select c.id, c.client_id, c.name as program, c.user_agent as machine, c.permissions,
           case when c.has_all_phones then '"all"'::jsonb
                else (select coalesce(jsonb_agg(g.device_id order by g.created_at, g.device_id), '[]')
                      from grants g where g.credential_id = c.id) end as phones,
           coalesce(c.monthly_limit_cents, 0) as monthly_limit_cents, c.hours_a_day,
           c.actions_a_minute,
           jsonb_build_object('user_id', u.id, 'username', u.username) as made_by,
           c.created_at, c.expires_at,
           case when c.last_used_from is not null then c.last_used_at end as last_used_at,
           host(c.last_used_from) as last_used_from, c.last_agent_call_at
    from credentials c join users u on u.id = c.user_id
    where c.workspace_id = ${workspaceId} and ${isCurrent} and (${userId}::uuid is null or c.user_id = ${userId}::uuid)
    order by c.created_at desc, c.id limit 500`.execute(db);
  return result.rows;
}

export type EarlierRow = {
  id: string;
  workspace_id: string;
  machine: string;
  created_at: string;
  last_used_at: string | null;
};

/** The working connections from a person's earlier consents to a program, in all workspaces. */
export async function selectEarlier(
  db: Db,
  { user_id, client_id }: { user_id: string; client_id: string },
): Promise<EarlierRow[]> {
  const result = await sql<EarlierRow>`
    select c.id, c.workspace_id, c.user_agent as machine, c.created_at,
           case when c.last_used_from is not null then c.last_used_at end as last_used_at
    from credentials c where c.user_id = ${user_id} and c.client_id = ${client_id} and ${isCurrent}
    order by c.created_at desc, c.id limit 50`.execute(db);
  return result.rows;
}

export async function countConnections(tx: Db, workspaceId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from credentials c where c.workspace_id = ${workspaceId} and ${isCurrent}`.execute(
    tx,
  );
  return result.rows[0]?.n ?? 0;
}

export type NewConnection = {
  user_id: string;
  workspace_id: string;
  /** Of a secret that nobody has: a connection lets in only through its access tokens. */
  token_hash: Buffer;
  client_id: string;
  program: string;
  machine: string;
  permissions: readonly AccessPermission[];
  phones: 'all' | readonly string[];
  monthly_limit_cents: number;
  hours_a_day?: number | null;
  actions_a_minute?: number | null;
  days: number;
};

/** Returns its id and for how many seconds it lives. */
export async function insertConnection(
  tx: Db,
  made: NewConnection,
): Promise<{ id: string; valid_s: number }> {
  const result = await sql<{ id: string; valid_s: number }>`
    with made as (select gen_random_uuid() as id)
    insert into credentials (id, kind, user_id, workspace_id, token_hash, user_agent, client_id, name, permissions,
                             has_all_phones, monthly_limit_cents, hours_a_day, actions_a_minute, family_id, expires_at)
    select made.id, 'grant', ${made.user_id}, ${made.workspace_id}, ${made.token_hash}, ${made.machine},
           ${made.client_id}, ${made.program}, ${sql.val(made.permissions)}::text[], ${made.phones === 'all'},
           ${made.monthly_limit_cents}, ${made.hours_a_day ?? null}, ${made.actions_a_minute ?? null},
           made.id, app_now() + make_interval(days => ${made.days})
    from made
    returning id, floor(extract(epoch from expires_at - app_now()))::int as valid_s`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the connection was not stored');
  if (made.phones !== 'all') {
    await sql`insert into grants (workspace_id, credential_id, device_id)
      select ${made.workspace_id}, ${row.id}, unnest(${sql.val(made.phones)}::uuid[])`.execute(tx);
  }
  return row;
}

/** False when the connection has ended: then there is no token. */
export async function insertToken(
  db: Db,
  token: { connection_id: string; token_hash: Buffer; valid_s: number; resource: 'api' | 'mcp' },
): Promise<boolean> {
  const result = await sql`
    insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, client_id, name, permissions,
                             has_all_phones, parent_id, resource, expires_at)
    select 'grant', c.user_id, c.workspace_id, ${token.token_hash}, '', c.client_id, c.name, c.permissions,
           c.has_all_phones, c.id, ${token.resource}, least(c.expires_at, app_now() + make_interval(secs => ${token.valid_s}))
    from credentials c where c.id = ${token.connection_id} and ${isCurrent}`.execute(db);
  return result.numAffectedRows === 1n;
}

export type TokenRow = {
  connection_id: string;
  user_id: string;
  client_id: string;
  permissions: AccessPermission[];
  resource: 'api' | 'mcp';
  iat: number;
  exp: number;
};

export async function selectToken(db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> {
  const result = await sql<TokenRow>`
    select t.parent_id as connection_id, t.user_id, t.client_id, t.permissions, coalesce(t.resource, 'api') as resource,
           extract(epoch from t.created_at)::int as iat, extract(epoch from t.expires_at)::int as exp
    from credentials t join credentials c on c.id = t.parent_id and ${isCurrent}
    where t.token_hash = ${tokenHash} and t.kind = 'grant' and t.revoked_at is null and t.expires_at > app_now()`.execute(
    db,
  );
  return result.rows[0];
}

export async function updateTokenRevoked(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`update credentials set revoked_at = app_now()
    where token_hash = ${tokenHash} and kind = 'grant' and parent_id is not null and revoked_at is null`.execute(
    db,
  );
}

/** Ends connections with their access tokens: one, or that of one member, of one workspace. Returns who had it. */
export async function updateConnectionRevoked(
  tx: Db,
  which: { id: string; workspace_id: string | null; user_id: string | null; client_id?: string },
): Promise<{ user_id: string } | undefined> {
  const result = await sql<{ user_id: string }>`
    update credentials c set revoked_at = app_now()
    where c.id = ${which.id} and ${isCurrent}
      and (${which.workspace_id}::uuid is null or c.workspace_id = ${which.workspace_id}::uuid)
      and (${which.user_id}::uuid is null or c.user_id = ${which.user_id}::uuid)
      and (${which.client_id ?? null}::text is null or c.client_id = ${which.client_id ?? null})
    returning c.user_id`.execute(tx);
  if (result.rows[0] === undefined) return undefined;
  await sql`update credentials set revoked_at = app_now() where parent_id = ${which.id} and revoked_at is null`.execute(
    tx,
  );
  return result.rows[0];
}

export async function selectCanConnect(db: Db, userId: string): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (select 1 from users where id = ${userId} and suspended_at is null) as found`.execute(db);
  return result.rows[0]?.found ?? false;
}
