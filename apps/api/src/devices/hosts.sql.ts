// The SQL of hosts and their enrolment codes.
import { type Db, sql } from '../platform/database.ts';

/** Returns the end of its validity. */
export async function insertEnrolmentCode(
  db: Db,
  codeHash: Buffer,
  validMinutes: number,
  issuedBy: string | null,
): Promise<string> {
  const result = await sql<{
    expires_at: string;
  }>`insert into enrolment_codes (code_hash, expires_at, issued_by)
    values (${codeHash}, app_now() + make_interval(mins => ${validMinutes}), ${issuedBy})
    returning expires_at`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('an enrolment code was not stored');
  return row.expires_at;
}

/**
 * Marks a code as used, once. 'refused' for a code that is unknown, expired, or used by another host. 'again' when the same
 * host uses it again within a day, because it missed the first response.
 */
export async function useEnrolmentCode(
  db: Db,
  codeHash: Buffer,
  hostId: string,
): Promise<'first' | 'again' | 'refused'> {
  const result = await sql<{ is_first: boolean }>`
    update enrolment_codes set used_at = coalesce(used_at, app_now()), host_id = ${hostId}
    where code_hash = ${codeHash}
      and ((host_id = ${hostId} and used_at > app_now() - interval '1 day')
        or (used_at is null and expires_at > app_now()))
    returning old.used_at is null as is_first`.execute(db);
  const row = result.rows[0];
  if (row === undefined) return 'refused';
  return row.is_first ? 'first' : 'again';
}

/** If the key is known, its host is returned unchanged, also when it is revoked. */
export async function insertHost(
  db: Db,
  host: { name: string; public_key: Buffer; agent_version: string },
): Promise<{ id: string; is_revoked: boolean }> {
  const result = await sql<{
    id: string;
    is_revoked: boolean;
  }>`insert into hosts (name, public_key, agent_version)
    values (${host.name}, ${host.public_key}, ${host.agent_version})
    on conflict (public_key) do update set name = hosts.name
    returning id, revoked_at is not null as is_revoked`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('a host was not stored');
  return row;
}

export async function updateEnrolled(
  db: Db,
  hostId: string,
  host: { name: string; agent_version: string },
): Promise<void> {
  await sql`update hosts set name = ${host.name}, agent_version = ${host.agent_version}
    where id = ${hostId}`.execute(db);
}

export type HostKey = {
  id: string;
  name: string;
  public_key: Buffer;
  is_revoked: boolean;
  /** A new key was requested and has not arrived yet. */
  is_rotating: boolean;
};

export async function selectHostKey(db: Db, hostId: string): Promise<HostKey | undefined> {
  const result = await sql<HostKey>`select id, name, public_key, revoked_at is not null as is_revoked,
      rotation_asked_at is not null as is_rotating
    from hosts where id = ${hostId}`.execute(db);
  return result.rows[0];
}

export async function updateLinkUp(
  db: Db,
  hostId: string,
  link: { id: string; node_id: string; agent_version: string },
): Promise<void> {
  await sql`update hosts set link_id = ${link.id}, link_node_id = ${link.node_id}, link_beat_at = app_now(),
      agent_version = ${link.agent_version}
    where id = ${hostId}`.execute(db);
}

/** Renews the heartbeat of these links. Returns those that are valid: not replaced by a newer one, key not revoked. */
export async function renewLinkHeartbeats(db: Db, linkIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ link_id: string }>`update hosts set link_beat_at = app_now()
    where link_id = any(${sql.val(linkIds)}::uuid[]) and revoked_at is null returning link_id`.execute(db);
  return result.rows.map((row) => row.link_id);
}

/** Changes nothing when the host has a newer link. */
export async function updateLinkDown(db: Db, hostId: string, linkId: string): Promise<void> {
  await sql`update hosts set link_id = null, link_node_id = null, link_beat_at = null
    where id = ${hostId} and link_id = ${linkId}`.execute(db);
}

/** False for a host that doesn't exist or whose key was revoked. */
export async function updateRotationRequested(db: Db, hostId: string): Promise<boolean> {
  const result = await sql`update hosts set rotation_asked_at = coalesce(rotation_asked_at, app_now())
    where id = ${hostId} and revoked_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}

/** False when no new key was requested, or another host uses this one. */
export async function updateKey(db: Db, hostId: string, publicKey: Buffer): Promise<boolean> {
  const result =
    await sql`update hosts set public_key = ${publicKey}, key_since = app_now(), rotation_asked_at = null
    where id = ${hostId} and rotation_asked_at is not null and revoked_at is null
      and not exists (select 1 from hosts where public_key = ${publicKey})`.execute(db);
  return result.numAffectedRows === 1n;
}

/** False when it was revoked before, or there is no such host. */
export async function updateRevoked(db: Db, hostId: string): Promise<boolean> {
  const result =
    await sql`update hosts set revoked_at = app_now(), link_beat_at = null, rotation_asked_at = null
    where id = ${hostId} and revoked_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}

/** A device and the host that serves it. */
export type ServedBy = { device_id: string; host_id: string };

export async function selectMovedOrRevoked(db: Db, served: readonly ServedBy[]): Promise<ServedBy[]> {
  const result = await sql<ServedBy>`
    select s.device_id, s.host_id
    from jsonb_to_recordset(${JSON.stringify(served)}::jsonb) as s (device_id uuid, host_id uuid)
    left join devices d on d.id = s.device_id and d.host_id = s.host_id
    left join hosts h on h.id = d.host_id and h.revoked_at is null
    where h.id is null`.execute(db);
  return result.rows;
}
