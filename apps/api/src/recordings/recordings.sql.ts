// The SQL of recordings.
import type { RecordingEnd, RecordingState } from '@pocketfleet/contract';
import { grantedTo, idsOf } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { isCovered, isCoveredNow } from './recorded-use.sql.ts';

export type RecordingRow = {
  id: string;
  workspace_id: string;
  device_id: string;
  device_tag: string;
  device_model: string;
  assignment_id: string;
  host_id: string;
  /** The node that has its host's link. */
  link_node_id: string | null;
  name: string;
  who_kind: 'person' | 'key' | 'program' | 'system';
  who_id: string | null;
  who_name: string;
  cause: 'asked' | 'phone' | 'key' | 'team';
  state: RecordingState;
  reason: RecordingEnd | null;
  started_at: string;
  ended_at: string | null;
  duration_ms: number;
  bytes: number;
  gaps: number;
  next_chunk: number;
  kept_until: string;
  key: Buffer;
};

/** As hosts end them. */
const maxLengthMs = 12 * 60 * 60_000;

const keepDays = sql`coalesce((select keep_days from recording_settings s where s.workspace_id = r.workspace_id), 30)`;

const columns = sql`r.id, r.workspace_id, r.device_id, r.device_tag, r.assignment_id, r.host_id,
  (select model from devices d where d.id = r.device_id) as device_model,
  (select link_node_id from hosts h where h.id = r.host_id) as link_node_id, r.name, r.who_kind, r.who_id,
  r.who_name, r.cause, r.state, r.reason, r.started_at, r.ended_at, r.key, r.duration_ms, r.bytes, r.gaps, r.next_chunk,
  coalesce(r.ended_at, app_now()) + make_interval(days => ${keepDays}) as kept_until`;

/**
 * Recordings of the caller's phones, and those that they began themselves: as a person, or as this credential. Named phones
 * are granted for their present rental alone. An own recording that goes on is seen only while the phone is the caller's: it
 * shows what others do there.
 */
export type Sight = { reach: Reach; own: { user_id: string } | { credential_id: string } };
export type SeenRow = RecordingRow & {
  is_own: boolean;
  /** It is an own one, and a setting covers what it shows. */
  is_covered: boolean;
};

const isOwn = ({ own }: Sight) =>
  'user_id' in own
    ? sql`r.who_id is not distinct from ${own.user_id}::uuid`
    : sql`coalesce(r.who_id = any(${idsOf(sql`${own.credential_id}::uuid`)}), false)`;

const isReached = ({ reach }: Sight) => grantedTo(reach, sql`r.workspace_id`, sql`r.device_id`);

/** Of own ones alone: it reads all activity of the phone until the recording's end, which a whole page of a list has no time for. */
const isOwnCovered = (sight: Sight) => sql`(${isOwn(sight)} and ${isCovered})`;

const seenBy = (
  sight: Sight,
) => sql`r.workspace_id = ${sight.reach.workspace_id} and r.erased_at is null and (
  (${isReached(sight)}
    and (${sight.reach.phones === 'all'} or exists (
      select 1 from assignments a where a.id = r.assignment_id and a.state in ('scheduled', 'active'))))
  or (${isOwn(sight)} and (r.state <> 'recording' or ${isReached(sight)})))`;

export async function selectRecordings(
  db: Db,
  sight: Sight,
  page: { deviceId: string | null; before: { ms: number; id: string } | null; limit: number },
): Promise<SeenRow[]> {
  const { deviceId, before, limit } = page;
  const found = await sql<SeenRow>`
    select ${columns}, ${isOwn(sight)} as is_own, ${isOwnCovered(sight)} as is_covered from recordings r
    where ${seenBy(sight)} and (${deviceId}::uuid is null or r.device_id = ${deviceId})
      and (${before?.ms ?? null}::bigint is null
        or (r.started_at, r.id) < (timestamptz 'epoch' + ${before?.ms ?? null}::bigint * interval '1 millisecond', ${before?.id ?? null}::uuid))
    order by r.started_at desc, r.id desc limit ${limit}`.execute(db);
  return found.rows;
}

export async function selectSeenRecording(db: Db, sight: Sight, id: string): Promise<SeenRow | undefined> {
  const found = await sql<SeenRow>`
    select ${columns}, ${isOwn(sight)} as is_own, ${isOwnCovered(sight)} as is_covered from recordings r where r.id = ${id} and ${seenBy(sight)}`.execute(
    db,
  );
  return found.rows[0];
}

/** Whether a setting covers the phone of this recording, or a use of it that goes on. */
export async function selectIsCoveredNow(db: Db, id: string): Promise<boolean> {
  const found = await sql`select 1 from recordings r where r.id = ${id} and ${isCoveredNow}`.execute(db);
  return found.rows.length > 0;
}

export async function selectRecording(db: Db, id: string): Promise<RecordingRow | undefined> {
  const found = await sql<RecordingRow>`
    select ${columns} from recordings r where r.id = ${id} and r.erased_at is null`.execute(db);
  return found.rows[0];
}

export type NewRecording = Pick<
  RecordingRow,
  | 'id'
  | 'workspace_id'
  | 'device_id'
  | 'device_tag'
  | 'assignment_id'
  | 'host_id'
  | 'name'
  | 'who_kind'
  | 'who_id'
  | 'who_name'
  | 'cause'
  | 'key'
> & { user_id: string | null; upload_hash: Buffer };

/** False where the phone is recorded already. */
export async function insertRecording(db: Db, row: NewRecording): Promise<boolean> {
  const made = await sql`
    insert into recordings (id, workspace_id, device_id, device_tag, assignment_id, host_id, name, who_kind, who_id, who_name,
      user_id, cause, key, upload_hash)
    values (${row.id}, ${row.workspace_id}, ${row.device_id}, ${row.device_tag}, ${row.assignment_id}, ${row.host_id},
      ${row.name}, ${row.who_kind}, ${row.who_id}, ${row.who_name}, ${row.user_id}, ${row.cause}, ${row.key}, ${row.upload_hash})
    on conflict (device_id) where state = 'recording' do nothing`.execute(db);
  return made.numAffectedRows === 1n;
}

export type EndedRow = Pick<
  RecordingRow,
  'id' | 'workspace_id' | 'device_id' | 'name' | 'reason' | 'host_id' | 'link_node_id'
>;

/** Those of these that still went on. A rental that ends because it goes on with another phone is told as `phone_replaced`, also where the host says it. */
export async function updateEnded(db: Db, ids: readonly string[], reason: RecordingEnd): Promise<EndedRow[]> {
  const wasReplaced = sql`(${reason} = 'rental_ended' and exists (
    select 1 from assignments a where a.id = r.assignment_id and a.end_reason = 'replaced'))`;
  const ended = await sql<EndedRow>`
    update recordings r set state = 'uploading',
      reason = case when ${wasReplaced} then 'phone_replaced' else ${reason} end, ended_at = app_now(), heard_at = app_now()
    from hosts h where r.id = any(${sql.val(ids)}::uuid[]) and r.state = 'recording' and h.id = r.host_id
    returning r.id, r.workspace_id, r.device_id, r.name, r.reason, r.host_id, h.link_node_id`.execute(db);
  return ended.rows;
}

/**
 * Its host has sent all that it has: ready where each of this many chunks has arrived, else ended. Where none is missing, the screen
 * counts as still from its last change to its end. That is wrong for a host that was off at the end, which doesn't say when it stopped. A disk that was full has lost a piece that was never numbered, and
 * a host whose quota is full says so only when it has sent everything.
 */
export async function updateSent(db: Db, id: string, chunks: number): Promise<void> {
  await sql`
    update recordings r set state = case when sent.is_all then 'ready' else 'ended' end,
      duration_ms = case when sent.is_all and r.reason not in ('disk_full', 'quota_full', 'failed')
        then greatest(r.duration_ms, least(${maxLengthMs}, extract(epoch from r.ended_at - r.started_at) * 1000)::integer)
        else r.duration_ms end
    from (select count(*) = ${chunks} as is_all from recording_chunks c
      where c.recording_id = ${id} and c.number < ${chunks}) sent
    where r.id = ${id} and r.state in ('uploading', 'ended')`.execute(db);
}

export async function updateErased(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update recordings set erased_at = app_now() where id = any(${sql.val(ids)}::uuid[])`.execute(db);
}

export async function selectErased(db: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from recordings where erased_at is not null and state <> 'recording' limit 100`.execute(db);
  return found.rows.map(({ id }) => id);
}

export async function deleteRecordingRow(db: Db, id: string): Promise<void> {
  await sql`delete from recordings where id = ${id}`.execute(db);
}

export type ChunkRow = {
  number: number;
  from_ms: number;
  to_ms: number;
  bytes: number;
  has_key: boolean;
  gaps: number;
};

export async function selectChunks(db: Db, id: string): Promise<ChunkRow[]> {
  const found = await sql<ChunkRow>`
    select number, from_ms, to_ms, bytes, has_key, gaps from recording_chunks
    where recording_id = ${id} order by number`.execute(db);
  return found.rows;
}

/** The recording to which this token may send chunks. It may have ended already. */
export async function selectUpload(
  db: Db,
  id: string,
  tokenHash: Buffer,
): Promise<Pick<RecordingRow, 'id' | 'workspace_id' | 'state' | 'key'> | undefined> {
  const found = await sql<Pick<RecordingRow, 'id' | 'workspace_id' | 'state' | 'key'>>`
    select id, workspace_id, state, key from recordings
    where id = ${id} and upload_hash = ${tokenHash} and erased_at is null`.execute(db);
  return found.rows[0];
}

export async function hasChunk(db: Db, id: string, number: number): Promise<boolean> {
  const found = await sql`
    select 1 from recording_chunks where recording_id = ${id} and number = ${number}`.execute(db);
  return found.rows.length > 0;
}

/** A chunk that came before changes nothing. */
export async function insertChunk(db: Db, id: string, chunk: ChunkRow): Promise<void> {
  await sql`
    with made as (
      insert into recording_chunks (recording_id, number, from_ms, to_ms, bytes, has_key, gaps)
      values (${id}, ${chunk.number}, ${chunk.from_ms}, ${chunk.to_ms}, ${chunk.bytes}, ${chunk.has_key}, ${chunk.gaps})
      on conflict do nothing returning number, to_ms, bytes, gaps)
    update recordings r set heard_at = app_now(), bytes = r.bytes + made.bytes, gaps = r.gaps + made.gaps,
      duration_ms = greatest(r.duration_ms, made.to_ms), next_chunk = greatest(r.next_chunk, made.number + 1)
    from made where r.id = ${id}`.execute(db);
}
