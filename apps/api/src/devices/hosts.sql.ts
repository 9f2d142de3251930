// The only SQL of hosts and their enrolment codes.
import { type Db, sql } from '../platform/database.ts';

export async function insertEnrolmentCode(db: Db, codeHash: Buffer, validMinutes: number): Promise<void> {
  await sql`insert into enrolment_codes (code_hash, expires_at)
    values (${codeHash}, app_now() + make_interval(mins => ${validMinutes}))`.execute(db);
}

/** Marks a code as used, once. False for a code that is unknown, used or old. */
export async function useEnrolmentCode(db: Db, codeHash: Buffer, hostId: string): Promise<boolean> {
  const result = await sql`update enrolment_codes set used_at = app_now(), host_id = ${hostId}
    where code_hash = ${codeHash} and used_at is null and expires_at > app_now()`.execute(db);
  return result.numAffectedRows === 1n;
}

/** Returns the host's id; the same key enrolled again keeps its host. */
export async function insertHost(
  db: Db,
  host: { name: string; public_key: Buffer; agent_version: string },
): Promise<string> {
  const result = await sql<{ id: string }>`insert into hosts (name, public_key, agent_version)
    values (${host.name}, ${host.public_key}, ${host.agent_version})
    on conflict (public_key) do update set name = excluded.name, agent_version = excluded.agent_version
    returning id`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('a host was not stored');
  return row.id;
}

export type HostKey = { id: string; name: string; public_key: Buffer; is_revoked: boolean };

export async function selectHostKey(db: Db, hostId: string): Promise<HostKey | undefined> {
  const result = await sql<HostKey>`select id, name, public_key, revoked_at is not null as is_revoked
    from hosts where id = ${hostId}`.execute(db);
  return result.rows[0];
}

export async function updateLinkUp(
  db: Db,
  hostId: string,
  nodeId: string,
  agentVersion: string,
): Promise<void> {
  await sql`update hosts set link_node_id = ${nodeId}, link_beat_at = app_now(), agent_version = ${agentVersion}
    where id = ${hostId}`.execute(db);
}

/** The link still lives. False when it is no longer this node's, or the key was revoked. */
export async function updateLinkBeat(db: Db, hostId: string, nodeId: string): Promise<boolean> {
  const result = await sql`update hosts set link_beat_at = app_now()
    where id = ${hostId} and link_node_id = ${nodeId} and revoked_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}

export async function updateLinkDown(db: Db, hostId: string, nodeId: string): Promise<void> {
  await sql`update hosts set link_node_id = null, link_beat_at = null
    where id = ${hostId} and link_node_id = ${nodeId}`.execute(db);
}
