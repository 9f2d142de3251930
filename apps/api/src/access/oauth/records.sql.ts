// The SQL behind oidc-provider's storage. Ids are stored as hashes, because anybody who has an id can use it.
import { type Db, sql } from '../../platform/database.ts';

export type RecordPayload = Record<string, unknown>;
type RecordRow = { payload: RecordPayload; consumed: number | null };

export type NewRecord = {
  model: string;
  id_hash: Buffer;
  payload: RecordPayload;
  connection_id: string | null;
  user_code: string | null;
  valid_s: number;
};

export async function upsertRecord(db: Db, record: NewRecord): Promise<void> {
  await sql`
    insert into oauth_records (model, id_hash, payload, connection_id, user_code, expires_at)
    values (${record.model}, ${record.id_hash}, ${JSON.stringify(record.payload)}::jsonb, ${record.connection_id},
            ${record.user_code}, app_now() + make_interval(secs => ${record.valid_s}))
    on conflict (model, id_hash) do update set payload = excluded.payload, connection_id = excluded.connection_id,
      user_code = excluded.user_code, expires_at = least(oauth_records.expires_at, excluded.expires_at)`.execute(
    db,
  );
}

/** Records of a connection are found only while the connection lives. */
const isLive = sql`(r.expires_at > app_now() and (r.connection_id is null or exists (
  select 1 from credentials c where c.id = r.connection_id and c.revoked_at is null and c.expires_at > app_now())))`;

export async function selectRecord(db: Db, model: string, idHash: Buffer): Promise<RecordRow | undefined> {
  const result = await sql<RecordRow>`
    select r.payload, extract(epoch from r.consumed_at)::int as consumed from oauth_records r
    where r.model = ${model} and r.id_hash = ${idHash} and ${isLive}`.execute(db);
  return result.rows[0];
}

export async function selectByUserCode(db: Db, userCode: string): Promise<RecordRow | undefined> {
  const result = await sql<RecordRow>`
    select r.payload, extract(epoch from r.consumed_at)::int as consumed from oauth_records r
    where r.user_code = ${userCode} and ${isLive}`.execute(db);
  return result.rows[0];
}

/**
 * A person's answer to the device that shows this code, or to the request that their browser has begun. False when somebody
 * has answered before, or the request has ended.
 */
export async function updateAnswered(
  db: Db,
  which: { user_code: string } | { request_hash: Buffer },
  answer: { payload: RecordPayload; connection_id: string | null },
): Promise<boolean> {
  const isMeant =
    'user_code' in which
      ? sql`r.user_code = ${which.user_code} and r.model = 'DeviceCode'`
      : sql`r.id_hash = ${which.request_hash} and r.model = 'Interaction'`;
  const result = await sql`
    update oauth_records r set payload = r.payload || ${JSON.stringify(answer.payload)}::jsonb,
      connection_id = ${answer.connection_id}
    where ${isMeant} and ${isLive} and not r.payload ?| array['accountId', 'error', 'result']`.execute(db);
  return result.numAffectedRows === 1n;
}

/** False when somebody else has consumed it before. */
export async function updateConsumed(db: Db, model: string, idHash: Buffer): Promise<boolean> {
  const result = await sql`update oauth_records set consumed_at = app_now()
    where model = ${model} and id_hash = ${idHash} and consumed_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}

export async function deleteRecord(db: Db, model: string, idHash: Buffer): Promise<void> {
  await sql`delete from oauth_records where model = ${model} and id_hash = ${idHash}`.execute(db);
}

export async function deleteOfConnection(db: Db, model: string, connectionId: string): Promise<void> {
  await sql`delete from oauth_records where model = ${model} and connection_id = ${connectionId}`.execute(db);
}
