// The SQL of activity. Functions of migrations 0680 to 0686 write it, because triggers write it too.
import { type ActivityKind, activityKindNames } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/** The principal who does something, as `write_activity` takes it. */
export type Who = {
  kind: 'person' | 'key' | 'program' | 'guest' | 'operator' | 'system';
  /** Of a person: the user; of a key, program or guest: the credential. */
  id: string | null;
  name: string;
  user_id: string | null;
  address: string | null;
};

export async function insertActivity(
  db: Db,
  row: { workspace_id: string; kind: ActivityKind; device_id: string | null; details: object; who: Who },
): Promise<void> {
  await sql`select write_activity(${row.workspace_id}, ${row.kind}, ${row.device_id},
    ${JSON.stringify(row.details)}::jsonb, ${JSON.stringify(row.who)}::jsonb)`.execute(db);
}

export type SessionKind = Extract<
  ActivityKind,
  | 'phone.watched'
  | 'phone.opened'
  | 'phone.shell'
  | 'phone.files'
  | 'phone.adb'
  | 'screen.watched'
  | 'screen.used'
>;

export type SessionStart = {
  workspace_id: string;
  kind: SessionKind;
  device_id: string;
  credential_id: string;
  session_id: string;
  who: Who;
};

const begin = ({ workspace_id, kind, device_id, credential_id, session_id, who }: SessionStart) =>
  sql`begin_activity_session(${workspace_id}::uuid, ${kind}, ${device_id}::uuid, ${credential_id}::uuid,
    ${session_id}::uuid, '{}', ${JSON.stringify(who)}::jsonb)`;

/** Or goes on with it. It ends when nothing has used it for some seconds. */
export async function beginSession(db: Db, start: SessionStart): Promise<void> {
  await sql`select ${begin(start)}`.execute(db);
}

/** The open socket holds the session. Does nothing when it is closed already. */
export async function updateSocketSession(db: Db, socketId: string, start: SessionStart): Promise<void> {
  await sql`update stream_sockets set activity_id = ${begin(start)} where id = ${socketId}`.execute(db);
}

export async function countScreenUse(db: Db, start: SessionStart, isAction: boolean): Promise<void> {
  await sql`select count_screen_use(${begin(start)}, ${isAction})`.execute(db);
}

/** Adds to what the session of a bridge has opened, by kind. */
export async function countAdbOpens(
  db: Db,
  { device_id, credential_id, session_id }: Pick<SessionStart, 'device_id' | 'credential_id' | 'session_id'>,
  opens: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`select count_adb_opens(${device_id}::uuid, ${credential_id}::uuid, ${session_id}::uuid,
    ${JSON.stringify(opens)}::jsonb)`.execute(db);
}

/** Ends what nobody holds. Returns how many sessions that were. */
export async function endSessions(
  db: Db,
  idle: { sessionS: number; screenS: number; limit: number },
): Promise<number> {
  const result = await sql<{ ended: number }>`
    select end_activity_sessions(${idle.sessionS}, ${idle.screenS}, ${idle.limit}) as ended`.execute(db);
  return result.rows[0]?.ended ?? 0;
}

/** Keys, connected programs and links whose time is over: a trigger writes their rows. */
export async function updateEndsRecorded(db: Db, limit: number): Promise<void> {
  await sql`update credentials set end_recorded_at = app_now() where id in (
    select id from credentials
    where expires_at between app_now() - interval '1 day' and app_now() and revoked_at is null
      and end_recorded_at is null and kind in ('key', 'grant', 'link') and (kind <> 'grant' or parent_id is null)
    limit ${limit} for update skip locked)`.execute(db);
}

/** Of whole days that are older than 400 days. The database refuses to delete others. Returns how many rows. */
export async function deleteOldActivity(db: Db, limit: number): Promise<number> {
  const result = await sql`delete from activity where id in (
    select id from activity where at < date_trunc('day', app_now(), 'UTC') - interval '400 days' limit ${limit})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}

/** A secret of a key that lets nobody in any more; undefined for others. */
export async function selectEndedKey(
  db: Db,
  secretHash: Buffer,
): Promise<
  { id: string; workspace_id: string; user_id: string; name: string; why: 'expired' | 'revoked' } | undefined
> {
  const result = await sql<{
    id: string;
    workspace_id: string;
    user_id: string;
    name: string;
    why: 'expired' | 'revoked';
  }>`
    select id, workspace_id, user_id, name, case when revoked_at is null then 'expired' else 'revoked' end as why
    from credentials where token_hash = ${secretHash} and kind = 'key'
      and (revoked_at is not null or expires_at <= app_now())`.execute(db);
  return result.rows[0];
}

export type StoredRow = {
  id: number;
  at: string;
  kind: ActivityKind;
  who_kind: Who['kind'];
  who_id: string | null;
  who_name: string;
  user_id: string | null;
  device_id: string | null;
  device_tag: string | null;
  address: string | null;
  details: Record<string, unknown>;
};

/** The rows that a caller sees: all, or their own and those of phones. */
export type Sight =
  | 'all'
  | { own: { user_id: string } | { who_id: string }; phones: 'all' | readonly string[] };

export type Filter = {
  who?: readonly string[] | undefined;
  phone?: readonly string[] | undefined;
  kind?: readonly ActivityKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export type Cursor = { at_ms: number; id: number };

type Condition = ReturnType<typeof sql>;

/**
 * Ids and times of the newest rows that a caller sees, at most `limit`. Their own actions and the events of each of their phones
 * are found by an index each: no single one fits both, and reading all rows of the workspace would take longer the less
 * somebody sees. Named phones are granted for their present rental alone.
 */
function newestSeen(workspaceId: string, sight: Sight, condition: Condition, limit: number) {
  const newest = (isSeen: Condition) => sql`(
    select b.id, b.at from activity b
    where b.workspace_id = ${workspaceId} and b.ends_id is null and ${isSeen} and ${condition}
    order by b.at desc, b.id desc limit ${limit})`;
  if (sight === 'all') return newest(sql`true`);
  const { own, phones } = sight;
  const isOwn =
    'user_id' in own
      ? sql`b.user_id = ${own.user_id} and b.who_kind <> 'guest'`
      : sql`b.who_id = ${own.who_id}`;
  const ofPhones =
    phones === 'all'
      ? newest(sql`b.device_id is not null`)
      : sql`select s.id, s.at
          from (select device_id, present_rental_since(${workspaceId}, device_id) as since
                from unnest(${sql.val(phones)}::uuid[]) as named (device_id) offset 0) p
          cross join lateral ${newest(sql`b.device_id = p.device_id and b.at >= p.since`)} s`;
  // `union` leaves out the second of two: what somebody did on a phone of theirs.
  return sql`select id, at from (${newest(isOwn)} union ${ofPhones}) as either
    order by at desc, id desc limit ${limit}`;
}

/**
 * Newest first. A session is one row, at its begin, with its length once it has ended. Kinds that this version doesn't know
 * are left out: a newer node wrote them.
 */
export async function selectActivity(
  db: Db,
  workspaceId: string,
  { filter, sight, after, limit }: { filter: Filter; sight: Sight; after: Cursor | null; limit: number },
): Promise<StoredRow[]> {
  const { who, phone, kind = activityKindNames, from, to } = filter;
  const condition = sql`b.kind = any(${sql.val(kind)}::text[])
      and ${who === undefined ? sql`true` : sql`b.who_id = any(${sql.val(who)}::uuid[])`}
      and ${phone === undefined ? sql`true` : sql`b.device_id = any(${sql.val(phone)}::uuid[])`}
      and ${from === undefined ? sql`true` : sql`b.at >= ${from}::timestamptz`}
      and ${to === undefined ? sql`true` : sql`b.at < ${to}::timestamptz`}
      and ${after === null ? sql`true` : sql`(b.at, b.id) < (to_timestamp(${after.at_ms}::double precision / 1000)::timestamptz(3), ${after.id}::bigint)`}`;
  const result = await sql<StoredRow>`
    with seen as materialized (${newestSeen(workspaceId, onlyPhones(sight, phone), condition, limit)})
    select b.id, b.at, b.kind, b.who_kind, b.who_id, b.who_name, b.user_id, b.device_id, b.device_tag,
           host(b.address) as address, coalesce(e.details, b.details) as details
    from seen join activity b on b.id = seen.id left join activity e on e.ends_id = b.id
    order by b.at desc, b.id desc`.execute(db);
  return result.rows;
}

/** Phones that a filter leaves out need not be looked at. */
function onlyPhones(sight: Sight, phones: readonly string[] | undefined): Sight {
  if (sight === 'all' || sight.phones === 'all' || phones === undefined) return sight;
  return { ...sight, phones: sight.phones.filter((id) => phones.includes(id)) };
}

export type Choices = {
  who: { kind: 'person' | 'key' | 'program' | 'guest'; id: string; name: string }[];
  phones: { id: string; tag: string }[];
};

/** Of the last 90 days; at most 10,000 rows are looked at. */
export async function selectChoices(db: Db, workspaceId: string, sight: Sight): Promise<Choices> {
  const result = await sql<Choices>`
    with newest as materialized (
      ${newestSeen(workspaceId, sight, sql`b.at > app_now() - interval '90 days'`, 10_000)}),
    seen as (
      select b.who_kind, b.who_id, b.who_name, b.device_id, b.device_tag, b.at
      from newest join activity b on b.id = newest.id)
    select coalesce((select jsonb_agg(w order by lower(w.name)) from (
             select distinct on (who_id) who_kind as kind, who_id as id, who_name as name from seen
             where who_id is not null and who_kind in ('person', 'key', 'program', 'guest')
             order by who_id, at desc limit 300) w), '[]') as who,
           coalesce((select jsonb_agg(p order by p.tag) from (
             select distinct on (device_id) device_id as id, device_tag as tag from seen
             where device_id is not null order by device_id, at desc limit 500) p), '[]') as phones`.execute(
    db,
  );
  return result.rows[0] ?? { who: [], phones: [] };
}

/** More than any fleet writes between two looks; it makes PostgreSQL read the newest rows by their index. */
const mostNew = 10_000;

/** The latest of the rows that were added to these workspaces in the last seconds; a further row changes the result. */
export async function selectNewest(
  db: Db,
  workspaceIds: readonly string[],
  withinS: number,
): Promise<{ workspace_id: string; newest: number; rows: number }[]> {
  const result = await sql<{ workspace_id: string; newest: number; rows: number }>`
    select workspace_id, max(id) as newest, count(*)::int as rows from (
      select workspace_id, id from activity
      where at > (select app_now()) - make_interval(secs => ${withinS}) order by at desc limit ${sql.lit(mostNew)}) as new
    where workspace_id = any(${sql.val(workspaceIds)}::uuid[])
    group by workspace_id`.execute(db);
  return result.rows;
}
