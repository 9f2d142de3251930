// The SQL of deliveries and their attempts.
import type { WebhookAttempt, WebhookDelivery } from '@pocketfleet/contract';
import { grantedTo } from '../access/policy.sql.ts';
import { type Db, inTransaction, sql } from '../platform/database.ts';
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
  may_hear: boolean;
};

/** The end of a rental ends the grants of its phone: then message `m` is judged without it. */
const isOfAnyPhone = sql`(m.type in ('rental.ended', 'cleaning.proved') or m.is_test)`;

/** The delivery that has waited longest for this endpoint, if it is due. */
export async function selectNextDue(db: Db, endpointId: string): Promise<DueDelivery | undefined> {
  const result = await sql<DueDelivery>`
    select d.id, d.attempts, d.message_id, m.body, e.id as endpoint_id, e.url, e.secret,
           case when e.old_secret_ends_at > app_now() then e.old_secret end as old_secret,
           may_hear(e.workspace_id, e.user_id, e.credential_id, m.device_id, ${isOfAnyPhone}) as may_hear
    from webhook_deliveries d
      join webhook_messages m on m.id = d.message_id
      join webhook_endpoints e on e.id = d.endpoint_id and e.disabled_at is null
        and (e.rests_until is null or e.rests_until <= (select app_now()))
    where d.endpoint_id = ${endpointId} and d.next_attempt_at <= (select app_now()) and d.state = 'pending'
    order by d.seq limit 1`.execute(db);
  return result.rows[0];
}

/**
 * Nobody else changes it until this transaction ends. While an attempt waited for its answer, another job may have delivered it,
 * or somebody may have switched the webhook off: then it is no longer pending. Undefined if the webhook was removed.
 */
export async function lockDelivery(
  tx: Db,
  id: string,
): Promise<{ state: WebhookDelivery['state'] } | undefined> {
  const result = await sql<{ state: WebhookDelivery['state'] }>`
    select state from webhook_deliveries where id = ${id} for no key update`.execute(tx);
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
    where id = ${deliveryId} and state = 'pending'`.execute(tx);
}

/** Waits for its next attempt, whose job it enqueues. */
export async function updateRetry(
  tx: Db,
  { id, endpoint_id }: Pick<DueDelivery, 'id' | 'endpoint_id'>,
  delayMs: number,
): Promise<void> {
  await sql`update webhook_deliveries set attempts = attempts + 1,
    next_attempt_at = app_now() + make_interval(secs => ${delayMs / 1_000})
    where id = ${id} and state = 'pending'`.execute(tx);
  await enqueueDelivery(tx, { id, endpoint_id, delayMs });
}

/** In the lane that its endpoint has now. */
export async function enqueueDelivery(
  tx: Db,
  job: { id: string; endpoint_id: string; delayMs: number },
): Promise<void> {
  await sql`select enqueue_webhook(${job.id}::uuid, ${job.endpoint_id}::uuid, false,
    make_interval(secs => ${job.delayMs / 1_000}))`.execute(tx);
}

/**
 * Makes sure that a job comes for what is due at the endpoint, in its own lane: once it has rested, and once the job that sends
 * to it now has ended or died.
 */
export async function wakeEndpoint(db: Db, id: string): Promise<void> {
  await addEndpointJob(db, id, { delayMs: 0, mode: 'replace' });
}

/** As `wakeEndpoint`, for the case that the process which cares for the endpoint dies. A job that waits already keeps its time. */
export async function wakeEndpointLater(db: Db, id: string, delayMs: number): Promise<void> {
  await addEndpointJob(db, id, { delayMs, mode: 'preserve_run_at' });
}

async function addEndpointJob(
  db: Db,
  id: string,
  { delayMs, mode }: { delayMs: number; mode: 'replace' | 'preserve_run_at' },
): Promise<void> {
  await sql`select graphile_worker.add_job(
      webhook_task(e.is_slow, e.rests_until),
      payload := json_build_object('delivery_id', due.id),
      run_at := clock_timestamp() + make_interval(secs => ${delayMs / 1_000})
        + (greatest(e.busy_until, e.rests_until, app_now()) - app_now()),
      max_attempts := 12,
      job_key := 'webhook:' || e.id,
      job_key_mode := ${mode})
    from webhook_endpoints e,
      lateral (select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= (select app_now())
        order by d.seq limit 1) due
    where e.id = ${id} and e.disabled_at is null`.execute(db);
}

/** The job of a delivery that another job has done. */
export async function deleteJob(db: Db, deliveryId: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${`webhook:${deliveryId}`})`.execute(db);
}

/**
 * Removes the jobs of all that is due at an endpoint which another job has now, so that hundreds of events at once don't occupy
 * the workers. The lock keeps that job from its release meanwhile: afterwards it finds what these jobs were for. What is due is
 * read in a second statement: the first one doesn't see retries that the other job has stored while this one waited for the lock.
 */
export function deleteJobsOfBusy(db: Db, endpointId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const busy = await sql`
      select 1 from webhook_endpoints where id = ${endpointId} and busy_until > app_now() for share`.execute(
      tx,
    );
    if (busy.rows.length === 0) return;
    await sql`
      select graphile_worker.remove_job('webhook:' || due.id)
      from (select d.id from webhook_deliveries d
        where d.endpoint_id = ${endpointId} and d.state = 'pending' and d.next_attempt_at <= (select app_now())
        order by d.seq) due`.execute(tx);
  });
}

/** Message `m` is about a phone that somebody has now. */
const isWithin = (reach: Reach) =>
  sql`(${grantedTo(reach, sql`m.workspace_id`, sql`m.device_id`)} or ${isOfAnyPhone})`;

/** A new round of attempts, which begins now. False for a delivery of another endpoint, or of a phone that the caller lacks. */
export async function updateResent(
  tx: Db,
  endpoint: { id: string },
  { caller, delivery_id: id }: { caller: Reach; delivery_id: string },
): Promise<boolean> {
  const result = await sql`
    update webhook_deliveries d set state = 'pending', attempts = 0, next_attempt_at = app_now()
    from webhook_messages m
    where d.id = ${id} and d.endpoint_id = ${endpoint.id} and m.id = d.message_id and ${isWithin(caller)}
    returning d.id`.execute(tx);
  if (result.rows.length === 0) return false;
  await enqueueDelivery(tx, { id, endpoint_id: endpoint.id, delayMs: 0 });
  return true;
}

/** Stores a message for one endpoint alone. */
export async function insertTest(
  tx: Db,
  endpoint: { id: string; workspace_id: string },
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
  await enqueueDelivery(tx, { id, endpoint_id: endpoint.id, delayMs: 0 });
  return id;
}

/** The deliveries that the caller may read, the newest first, from before `beforeSeq`. */
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

/** Deliveries that wait although their job is gone, as after jobs were lost. Called by the sweep. */
export async function selectLost(db: Db): Promise<{ id: string; endpoint_id: string }[]> {
  const result = await sql<{ id: string; endpoint_id: string }>`
    select d.id, d.endpoint_id from webhook_deliveries d
    where d.state = 'pending' and d.next_attempt_at < (select app_now()) - interval '10 minutes'
      and not exists (select 1 from graphile_worker.jobs j
        where j.key in ('webhook:' || d.id, 'webhook:' || d.endpoint_id))
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
