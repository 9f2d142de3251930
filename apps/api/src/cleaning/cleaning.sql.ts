// The SQL of cleanings and baselines.
import type { CheckResult, CommandResult, DeviceBaseline } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type Purpose = 'join' | 'clean' | 'prepare';

export type OpenCleaning = {
  id: string;
  device_id: string;
  tag: string;
  purpose: Purpose;
  assignment_id: string | null;
  attempts: number;
  command_id: string | null;
  /** Milliseconds since the command was first sent; null if it was not sent. */
  sent_ms_ago: number | null;
  /** Milliseconds until the next step is due; negative when it is overdue. */
  due_in_ms: number;
  /** Attempts that ended before anything was examined. They are not counted in `attempts`. */
  broken_off: number;
  is_online: boolean;
};

/**
 * Starts a cleaning of each of these devices that is in state `cleaning` and has no open one. A device without a baseline
 * gets one first (`join`). An open preparation for a tenant fails, because the assignment has ended.
 */
export async function insertMissing(
  tx: Db,
  deviceIds: readonly string[] | 'all',
  reason: string,
): Promise<string[]> {
  const isMeant = deviceIds === 'all' ? sql`true` : sql`d.id = any(${sql.val(deviceIds)}::uuid[])`;
  await sql`
    update cleanings c set state = 'failed', finished_at = app_now(), detail = 'the assignment ended first'
    from devices d
    where d.id = c.device_id and d.state = 'cleaning' and c.state = 'open' and c.purpose = 'prepare' and ${isMeant}`.execute(
    tx,
  );
  const result = await sql<{ id: string }>`
    insert into cleanings (device_id, purpose, reason)
    select d.id, case when b.device_id is null then 'join' else 'clean' end, ${reason}
    from devices d left join device_baselines b on b.device_id = d.id
    where d.state = 'cleaning' and ${isMeant}
      and not exists (select 1 from cleanings c where c.device_id = d.id and c.state = 'open')
    on conflict do nothing returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

/** Undefined when the device has another open cleaning. */
export async function insertPreparation(
  tx: Db,
  deviceId: string,
  assignmentId: string,
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into cleanings (device_id, purpose, assignment_id, reason)
    values (${deviceId}, 'prepare', ${assignmentId}, 'assignment started')
    on conflict do nothing returning id`.execute(tx);
  return result.rows[0]?.id;
}

/** Locked until the transaction ends; undefined when it has finished. */
export async function lockOpenCleaning(tx: Db, cleaningId: string): Promise<OpenCleaning | undefined> {
  const result = await sql<OpenCleaning>`
    select c.id, c.device_id, d.tag, c.purpose, c.assignment_id, c.attempts, c.broken_off, c.command_id,
           (extract(epoch from app_now() - c.sent_at) * 1000)::float8 as sent_ms_ago,
           (extract(epoch from c.next_at - app_now()) * 1000)::float8 as due_in_ms,
           p.connection_state = 'online' as is_online
    from cleanings c join devices d on d.id = c.device_id join device_presence p on p.device_id = d.id
    where c.id = ${cleaningId} and c.state = 'open' for update of c`.execute(tx);
  return result.rows[0];
}

/** The open cleaning that waits for the result of this command. */
export async function selectByCommand(db: Db, commandId: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from cleanings where command_id = ${commandId} and state = 'open'`.execute(db);
  return result.rows[0]?.id;
}

export async function selectOpenOf(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from cleanings where state = 'open' and device_id = any(${sql.val(deviceIds)}::uuid[])`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}

export async function selectDue(db: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from cleanings where state = 'open' and next_at <= (select app_now()) order by next_at limit 200`.execute(
    db,
  );
  return result.rows.map((row) => row.id);
}

/** Stores that the command was sent. It is sent again after `retryAfterMs`. */
export async function updateSent(tx: Db, id: string, commandId: string, retryAfterMs: number): Promise<void> {
  await sql`update cleanings set command_id = ${commandId}, sent_at = coalesce(sent_at, app_now()),
      next_at = app_now() + make_interval(secs => ${retryAfterMs / 1000})
    where id = ${id}`.execute(tx);
}

/** The device is offline: that time doesn't count for the time limit. */
export async function updateWaiting(tx: Db, id: string, retryAfterMs: number): Promise<void> {
  await sql`update cleanings set sent_at = null, next_at = app_now() + make_interval(secs => ${retryAfterMs / 1000})
    where id = ${id}`.execute(tx);
}

/** An attempt has failed. The next one starts after `retryAfterMs` with a new command id. */
export async function updateAttempted(
  tx: Db,
  id: string,
  failed: {
    attempts: number;
    broken_off: number;
    detail: string;
    evidence: CheckResult[] | undefined;
    retryAfterMs: number;
  },
): Promise<void> {
  await sql`update cleanings set attempts = ${failed.attempts}, broken_off = ${failed.broken_off},
      command_id = null, sent_at = null,
      next_at = app_now() + make_interval(secs => ${failed.retryAfterMs / 1000}),
      detail = ${failed.detail}, evidence = coalesce(${jsonOf(failed.evidence)}::jsonb, evidence)
    where id = ${id}`.execute(tx);
}

export async function updateFinished(
  tx: Db,
  id: string,
  end: { state: 'proven' | 'failed'; detail: string; evidence: CheckResult[] | undefined },
): Promise<void> {
  await sql`update cleanings set state = ${end.state}, finished_at = app_now(), attempts = attempts + 1,
      detail = ${end.detail}, evidence = coalesce(${jsonOf(end.evidence)}::jsonb, evidence)
    where id = ${id}`.execute(tx);
}

export async function upsertBaseline(
  tx: Db,
  deviceId: string,
  baseline: NonNullable<CommandResult['baseline']>,
): Promise<void> {
  await sql`insert into device_baselines (device_id, baseline) values (${deviceId}, ${jsonOf(baseline)}::jsonb)
    on conflict (device_id) do update set baseline = excluded.baseline, taken_at = app_now()`.execute(tx);
}

export async function deleteBaseline(tx: Db, deviceId: string): Promise<void> {
  await sql`delete from device_baselines where device_id = ${deviceId}`.execute(tx);
}

export async function selectBaseline(db: Db, deviceId: string): Promise<DeviceBaseline | undefined> {
  const result = await sql<{ baseline: DeviceBaseline }>`
    select baseline from device_baselines where device_id = ${deviceId}`.execute(db);
  return result.rows[0]?.baseline;
}

function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
