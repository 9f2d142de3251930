// The SQL of deliveries and their attempts.
import type { WebhookAttempt, WebhookDelivery } from '@pocketfleet/contract';
import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';

export type DueDelivery = {
  id: string;
  attempts: number;
  message_id: string;
  body: string;
  endpoint_id: string;
  url: string;
  secret: Buffer;
  old_secret: Buffer | null;
  is_failing: boolean;
  may_hear: boolean;
};

/** What ends a rental ends the grants of its phone: then message `m` is judged without it. */
const isOfAnyPhone = sql`(m.type in ('rental.ended', 'cleaning.proved') or m.is_test)`;

/** Undefined for one that was delivered, given up, or whose endpoint is off. */
export function selectDue(db: Db, deliveryId: string): Promise<DueDelivery | undefined> {
  return selectFirst(db, sql`d.id = ${deliveryId}`);
}

/** What waits longest for this endpoint, if it is due. */
export function selectNextDue(db: Db, endpointId: string): Promise<DueDelivery | undefined> {
  return selectFirst(db, sql`d.endpoint_id = ${endpointId} and d.next_attempt_at <= (select app_now())`);
}

async function selectFirst(db: Db, condition: ReturnType<typeof sql>): Promise<DueDelivery | undefined> {
  const result = await sql<DueDelivery>`
    select d.id, d.attempts, d.message_id, m.body, e.id as endpoint_id, e.url, e.secret,
           case when e.old_secret_ends_at > app_now() then e.old_secret end as old_secret,
           e.failing_since is not null as is_failing,
           may_hear(e.workspace_id, e.user_id, e.credential_id, m.device_id, ${isOfAnyPhone}) as may_hear
    from webhook_deliveries d
      join webhook_messages m on m.id = d.message_id
      join webhook_endpoints e on e.id = d.endpoint_id and e.disabled_at is null
    where ${condition} and d.state = 'pending' order by d.seq limit 1`.execute(db);
  return result.rows[0];
}

export async function insertAttempt(
  tx: Db,
  deliveryId: string,
  attempt: Omit<WebhookAttempt, 'at'>,
): Promise<void> {
  await sql`insert into webhook_attempts (delivery_id, status, duration_ms, answer, error)
    values (${deliveryId}, ${attempt.status}, ${attempt.duration_ms}, ${attempt.answer}, ${attempt.error})`.execute(
    tx,
  );
}

export async function updateDelivered(tx: Db, deliveryId: string): Promise<void> {
  await sql`update webhook_deliveries set state = 'delivered', attempts = attempts + 1, next_attempt_at = null
    where id = ${deliveryId}`.execute(tx);
}

export async function updateFailed(tx: Db, deliveryId: string): Promise<void> {
  await sql`update webhook_deliveries set state = 'failed', attempts = attempts + 1, next_attempt_at = null
    where id = ${deliveryId}`.execute(tx);
}

/** Waits for its next attempt, whose job it enqueues. */
export async function updateRetry(
  tx: Db,
  { id, endpoint_id }: Pick<DueDelivery, 'id' | 'endpoint_id'>,
  delayMs: number,
): Promise<void> {
  await sql`update webhook_deliveries set attempts = attempts + 1,
    next_attempt_at = app_now() + make_interval(secs => ${delayMs / 1_000}) where id = ${id}`.execute(tx);
  await enqueueDelivery(tx, { id, endpoint_id, isSlow: true, delayMs });
}

export async function enqueueDelivery(
  tx: Db,
  job: { id: string; endpoint_id: string; isSlow: boolean; delayMs: number },
): Promise<void> {
  await sql`select enqueue_webhook(${job.id}::uuid, ${job.endpoint_id}::uuid, ${job.isSlow},
    make_interval(secs => ${job.delayMs / 1_000}))`.execute(tx);
}

/** The job of a delivery that another job has done. */
export async function deleteJob(db: Db, deliveryId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${`webhook:${deliveryId}`})`.execute(db);
}

/** Message `m` is about a phone that somebody has now. */
const isWithin = (reach: Reach) =>
  sql`(${grantedTo(reach, sql`m.workspace_id`, sql`m.device_id`)} or ${isOfAnyPhone})`;

/** A new round of attempts, which begins now. False for a delivery of another endpoint, or of a phone that the caller lacks. */
export async function updateResent(
  tx: Db,
  endpoint: { id: string; failing_since: string | null },
  { caller, delivery_id: id }: { caller: Reach; delivery_id: string },
): Promise<boolean> {
  const result = await sql`
    update webhook_deliveries d set state = 'pending', attempts = 0, next_attempt_at = app_now()
    from webhook_messages m
    where d.id = ${id} and d.endpoint_id = ${endpoint.id} and m.id = d.message_id and ${isWithin(caller)}
    returning d.id`.execute(tx);
  if (result.rows.length === 0) return false;
  const isSlow = endpoint.failing_since !== null;
  await enqueueDelivery(tx, { id, endpoint_id: endpoint.id, isSlow, delayMs: 0 });
  return true;
}

/** Stores a message for one endpoint alone. */
export async function insertTest(
  tx: Db,
  endpoint: { id: string; workspace_id: string; failing_since: string | null },
  message: { id: string; type: string; body: string },
): Promise<string> {
  await sql`insert into webhook_messages (id, workspace_id, type, body, is_test)
    values (${message.id}, ${endpoint.workspace_id}, ${message.type}, ${message.body}, true)`.execute(tx);
  const result = await sql<{
    id: string;
  }>`insert into webhook_deliveries (message_id, endpoint_id, next_attempt_at)
    values (${message.id}, ${endpoint.id}, app_now()) returning id`.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('the test was not stored');
  const isSlow = endpoint.failing_since !== null;
  await enqueueDelivery(tx, { id, endpoint_id: endpoint.id, isSlow, delayMs: 0 });
  return id;
}

/** Those that the caller may read, the newest first, from before `beforeSeq`. */
export async function selectDeliveries(
  db: Db,
  caller: Reach,
  { endpoint_id, beforeSeq, limit }: { endpoint_id: string; beforeSeq: string | null; limit: number },
): Promise<(WebhookDelivery & { seq: string })[]> {
  const result = await sql<WebhookDelivery & { seq: string }>`
    select d.id, d.seq::text as seq, d.message_id, m.type, d.state, m.created_at, d.next_attempt_at, m.body,
           coalesce((select jsonb_agg(jsonb_build_object('at', iso_text(a.at), 'status', a.status,
               'duration_ms', a.duration_ms, 'answer', a.answer, 'error', a.error) order by a.id desc)
             from (select * from webhook_attempts where delivery_id = d.id order by id desc limit 10) a), '[]') as attempts
    from webhook_deliveries d join webhook_messages m on m.id = d.message_id
    where d.endpoint_id = ${endpoint_id} and d.seq < coalesce(${beforeSeq}::bigint, 9223372036854775807)
      and ${isWithin(caller)}
    order by d.seq desc limit ${limit}`.execute(db);
  return result.rows;
}

/** What is waiting although its job is gone, as after jobs were lost. Called by the sweep. */
export async function selectLost(db: Db): Promise<{ id: string; endpoint_id: string }[]> {
  const result = await sql<{ id: string; endpoint_id: string }>`
    select d.id, d.endpoint_id from webhook_deliveries d
    where d.state = 'pending' and d.next_attempt_at < (select app_now()) - interval '10 minutes'
      and not exists (select 1 from graphile_worker.jobs j where j.key = 'webhook:' || d.id)
    limit 500`.execute(db);
  return result.rows;
}

export async function deleteOldMessages(db: Db): Promise<void> {
  await sql`delete from webhook_messages where id in (
    select id from webhook_messages where created_at < (select app_now()) - interval '30 days' limit 10000)`.execute(
    db,
  );
  await sql`delete from webhook_listeners where seen_at < (select app_now()) - interval '1 hour'`.execute(db);
  await sql`delete from webhook_tickets where expires_at < (select app_now())`.execute(db);
}
