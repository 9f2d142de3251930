// The SQL of what only time brings: recordings that settings begin and end, hosts that are silent, and days that are over.
import { hasEnded, idsOf, isAllowed, isMemberAllowed, joinAccess, joinMember } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import { isSetFor, uses } from './recorded-use.sql.ts';

export type Due = {
  workspace_id: string;
  device_id: string;
  cause: 'phone' | 'key' | 'team';
};

/** A host that could not record is asked again after this time. */
const retryAfter = sql`interval '10 minutes'`;

/**
 * Phones that are used, are to be recorded because of a setting, and aren't, but for those of `except`. A use during which somebody stopped the recording
 * isn't recorded again, unless settings have changed since.
 */
export async function selectDue(db: Db, except: readonly string[] = []): Promise<Due[]> {
  const found = await sql<Due>`
    select distinct on (u.device_id) u.workspace_id, u.device_id,
      case when s.records_all then 'team' when u.device_id = any(s.phones) then 'phone' else 'key' end as cause
    from recording_settings s join activity_sessions u on u.workspace_id = s.workspace_id
    where u.kind in ${uses} and ${isSetFor} and u.device_id <> all(${sql.val(except)}::uuid[])
      and not exists (select 1 from recordings r where r.device_id = u.device_id and r.state = 'recording')
      and not exists (
        select 1 from recordings r where r.device_id = u.device_id and r.workspace_id = u.workspace_id
          and ((r.reason in ('disk_full', 'failed') and r.ended_at > app_now() - ${retryAfter})
            or (r.reason = 'stopped' and r.ended_at >= greatest(u.began_at, s.changed_at))))
    limit 200`.execute(db);
  return found.rows;
}

/** Recordings of settings whose use is over. */
export async function selectUnused(db: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select r.id from recordings r where r.state = 'recording' and r.cause <> 'asked'
      and not exists (
        select 1 from activity_sessions u join recording_settings s on s.workspace_id = u.workspace_id
        where u.device_id = r.device_id and u.workspace_id = r.workspace_id and u.kind in ${uses} and ${isSetFor})
    limit 200`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Recordings whose rental has ended: the event of it may have been lost. */
export async function selectWithoutRental(db: Db, assignmentId: string | null): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select r.id from recordings r join assignments a on a.id = r.assignment_id
    where r.state = 'recording' and a.state = 'ended' and (${assignmentId}::uuid is null or a.id = ${assignmentId})
    limit 200`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The key or program under the id that it has now: it may have been rotated since. */
const starter = sql`(select c.id from credentials c where c.id = any(${idsOf(sql`a.who_id`)}) and c.rotated_to is null limit 1)`;

/**
 * Recordings that somebody asked for, of a workspace or of all, and who may not record the phone any more. A person is asked
 * about as a member, because a recording outlives their session. Where the rental has ended, that is why the recording ends.
 */
export async function selectNotAllowed(db: Db, workspaceId: string | null): Promise<string[]> {
  const [device, permission] = [sql`a.device_id`, sql`'record'`];
  const found = await sql<{ id: string }>`
    with asked as (
      select * from recordings where state = 'recording' and cause = 'asked'
        and (${workspaceId}::uuid is null or workspace_id = ${workspaceId})
        and exists (select 1 from assignments x where x.id = recordings.assignment_id and x.state = 'active'))
    select a.id from asked a ${joinMember(sql`a.who_id`, sql`a.workspace_id`)}
    where a.who_kind = 'person'
      and not coalesce(u.suspended_at is null and ${isMemberAllowed(device, permission)}, false)
    union all
    select a.id from asked a ${joinAccess(starter, sql`a.workspace_id`)}
    where a.who_kind in ('key', 'program')
      and not coalesce(not ${hasEnded} and ${isAllowed(device, permission)}, false)
    limit 200`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Recordings of a phone, or of all, that another host has now: the old host would go on numbering chunks. */
export async function selectMoved(db: Db, deviceId: string | null): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select r.id from recordings r join devices d on d.id = r.device_id
    where r.state = 'recording' and d.host_id is distinct from r.host_id
      and (${deviceId}::uuid is null or d.id = ${deviceId})
    limit 200`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Their hosts are told again to start or to stop: a lost message is mended, and the end of a rental that has moved is known. */
export async function takeToTell(db: Db, everyS: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    update recordings set told_at = app_now()
    where state in ('recording', 'uploading') and told_at < app_now() - make_interval(secs => ${everyS})
    returning id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Recordings of which this host does not know that they go on, or have ended. */
export async function selectOfHost(db: Db, hostId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from recordings where state in ('recording', 'uploading') and host_id = ${hostId}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Their hosts have sent nothing for so long that the rest is lost. */
export async function updateLost(db: Db, hours: number): Promise<number> {
  const lost = await sql`
    update recordings set state = 'ended'
    where state = 'uploading' and heard_at < app_now() - make_interval(hours => ${hours})`.execute(db);
  return Number(lost.numAffectedRows ?? 0n);
}

type Expired = { id: string; workspace_id: string; device_id: string; name: string };

/** Marks those whose days are over as erased, at most some hundreds. Returns them. */
export async function updateExpired(tx: Db): Promise<Expired[]> {
  const expired = await sql<Expired>`
    update recordings set erased_at = app_now()
    where id in (
      select r.id from recordings r
      where r.erased_at is null and r.state <> 'recording' and r.ended_at + make_interval(days => coalesce(
        (select keep_days from recording_settings s where s.workspace_id = r.workspace_id), 30)) < app_now()
      order by r.ended_at limit 500 for update)
    returning id, workspace_id, device_id, name`.execute(tx);
  return expired.rows;
}
