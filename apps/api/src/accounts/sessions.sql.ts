// The SQL of an account's sessions: each is a row of credentials.
import { type Db, sql } from '../platform/database.ts';

export type SessionRow = {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  user_agent: string;
};

export async function selectSessions(db: Db, userId: string, limit: number): Promise<SessionRow[]> {
  const result = await sql<SessionRow>`
    select id, created_at, last_used_at, expires_at, user_agent from credentials
    where user_id = ${userId} and kind = 'session' and revoked_at is null and expires_at > app_now()
    order by last_used_at desc, created_at desc limit ${limit}`.execute(db);
  return result.rows;
}

/** Something of a person's in one of their workspaces. `team`: its name; null for the personal one. */
export type InWorkspace = { user_id: string; workspace_id: string; team: string | null };
const inWorkspace = sql`c.user_id, c.workspace_id, case when w.personal_user_id is null then w.name end as team`;

export type OwnKey = InWorkspace & { name: string; shown: string };
export type OwnProgram = InWorkspace & { name: string; machine: string };

/** The keys of a person that work now, in all their workspaces: they don't end with a new password. */
export async function selectOwnKeys(db: Db, userId: string): Promise<OwnKey[]> {
  const result = await sql<OwnKey>`
    select c.name, c.shown_prefix || '…' || c.shown_suffix as shown, ${inWorkspace}
    from credentials c join workspaces w on w.id = c.workspace_id
    where c.user_id = ${userId} and c.kind = 'key' and c.revoked_at is null and c.expires_at > app_now()
    order by w.personal_user_id is null, lower(w.name), w.id, lower(c.name), c.created_at limit 100`.execute(
    db,
  );
  return result.rows;
}

/** The connected programs of a person, in all their workspaces: they don't end with a new password either. */
export async function selectOwnPrograms(db: Db, userId: string): Promise<OwnProgram[]> {
  const result = await sql<OwnProgram>`
    select c.name, left(coalesce(c.user_agent, ''), 120) as machine, ${inWorkspace}
    from credentials c join workspaces w on w.id = c.workspace_id
    where c.user_id = ${userId} and c.kind = 'grant' and c.parent_id is null and c.revoked_at is null
      and c.expires_at > app_now()
    order by w.personal_user_id is null, lower(w.name), w.id, lower(c.name), c.created_at limit 100`.execute(
    db,
  );
  return result.rows;
}

/** The session has shown a second factor. */
export async function noteSecondFactor(tx: Db, id: string): Promise<void> {
  await sql`update credentials set second_factor_at = app_now() where id = ${id} and kind = 'session'`.execute(
    tx,
  );
}

/** The customer's browsers are no longer known until they sign in again. */
export async function clearKnownDevices(db: Db, userId: string): Promise<void> {
  await sql`update credentials set device_hash = null
    where user_id = ${userId} and device_hash is not null`.execute(db);
}

/** Which of the user's sessions to end: one, all but one, or all. */
export type WhichSessions = { only: string } | { except: string } | 'all';

/** Returns the sessions that this call has revoked. */
export async function updateSessionsRevoked(db: Db, userId: string, which: WhichSessions): Promise<string[]> {
  const only = typeof which === 'object' && 'only' in which ? which.only : null;
  const except = typeof which === 'object' && 'except' in which ? which.except : null;
  const result = await sql<{ id: string }>`
    update credentials set revoked_at = app_now()
    where user_id = ${userId} and kind = 'session' and revoked_at is null and expires_at > app_now()
      and (${only}::uuid is null or id = ${only}::uuid)
      and (${except}::uuid is null or id <> ${except}::uuid)
    returning id`.execute(db);
  return result.rows.map((row) => row.id);
}
