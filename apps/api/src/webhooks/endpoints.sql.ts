// The SQL of webhooks' addresses.
import { type WebhookEvent, webhookEvents } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type EndpointRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  /** The key or program that made it. Null: the person did. */
  credential_id: string | null;
  url: string;
  /** The events that this version knows: while an upgrade runs, a later version may have added others. */
  events: WebhookEvent[];
  failing_since: string | null;
  disabled_reason: 'by_hand' | 'failing' | 'gone' | null;
  old_secret_ends_at: string | null;
  made_by: { user_id: string; username: string };
  created_at: string;
};

/** The rest ends, and the endpoint stays in the lane of those that hang until it has answered. */
const restedNow = sql`case when rests_until > app_now() then app_now() else rests_until end`;

/** Something is due at endpoint `e`. */
const isAnyDue = sql`exists (select 1 from webhook_deliveries d
  where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= (select app_now()))`;

/** One workspace's changes of webhooks run one after the other. */
export async function lockEndpoints(tx: Db, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${workspaceId}`}, 0))`.execute(tx);
}

/** All of the workspace, or one. */
export async function selectEndpoints(
  db: Db,
  workspaceId: string,
  only: string | null = null,
): Promise<EndpointRow[]> {
  const result = await sql<EndpointRow>`
    select e.id, e.workspace_id, e.user_id, e.credential_id, e.url,
           array(select each from unnest(e.events) as each where each = any(${sql.val(webhookEvents)}::text[])) as events,
           e.failing_since, e.disabled_reason,
           case when e.old_secret_ends_at > app_now() then e.old_secret_ends_at end as old_secret_ends_at,
           jsonb_build_object('user_id', u.id, 'username', u.username) as made_by, e.created_at
    from webhook_endpoints e join users u on u.id = e.user_id
    where e.workspace_id = ${workspaceId} and e.id = coalesce(${only}::uuid, e.id)
    order by e.created_at, e.id`.execute(db);
  return result.rows;
}

export async function insertEndpoint(
  tx: Db,
  endpoint: {
    id: string;
    workspace_id: string;
    user_id: string;
    credential_id: string | null;
    url: string;
    events: readonly string[];
    secret: Buffer;
  },
): Promise<void> {
  await sql`insert into webhook_endpoints (id, workspace_id, user_id, credential_id, url, events, secret)
    values (${endpoint.id}, ${endpoint.workspace_id}, ${endpoint.user_id}, ${endpoint.credential_id}, ${endpoint.url},
            ${sql.val(endpoint.events)}::text[], ${endpoint.secret})`.execute(tx);
}

/** Events that only a later version knows stay chosen, because this one shows them to nobody. */
export async function updateEndpoint(
  tx: Db,
  id: string,
  change: { url: string | undefined; events: readonly string[] | undefined },
): Promise<void> {
  await sql`update webhook_endpoints set url = coalesce(${change.url ?? null}, url),
      rests_until = case when ${change.url ?? null}::text is null then rests_until else ${restedNow} end,
      events = case when ${sql.val(change.events ?? null)}::text[] is null then events else
        ${sql.val(change.events ?? null)}::text[] ||
        array(select each from unnest(events) as each where each <> all(${sql.val(webhookEvents)}::text[])) end
    where id = ${id}`.execute(tx);
}

export async function updateOn(tx: Db, id: string): Promise<void> {
  await sql`update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null,
      rests_until = ${restedNow}
    where id = ${id} and disabled_at is not null`.execute(tx);
}

/** Its waiting deliveries fail with it. Undefined when it was off already. */
export async function updateOff(
  tx: Db,
  id: string,
  reason: 'by_hand' | 'failing' | 'gone',
): Promise<{ workspace_id: string; user_id: string; url: string } | undefined> {
  // First, in the order in which the job of an attempt locks both: neither has to wait for the other forever.
  await sql`update webhook_deliveries set state = 'failed', next_attempt_at = null
    where endpoint_id = ${id} and state = 'pending'`.execute(tx);
  const result = await sql<{ workspace_id: string; user_id: string; url: string }>`
    update webhook_endpoints set disabled_at = app_now(), disabled_reason = ${reason}
    where id = ${id} and disabled_at is null returning workspace_id, user_id, url`.execute(tx);
  return result.rows[0];
}

export async function deleteEndpoint(tx: Db, id: string): Promise<void> {
  await sql`delete from webhook_endpoints where id = ${id}`.execute(tx);
}

/** The secret of before signs for 24 more hours. */
export async function updateSecret(tx: Db, id: string, secret: Buffer): Promise<void> {
  await sql`update webhook_endpoints
    set old_secret = secret, old_secret_ends_at = app_now() + interval '24 hours', secret = ${secret}
    where id = ${id}`.execute(tx);
}

/** Somebody sends by hand: it is called now, still in the lane of those that hang. */
export async function endRest(tx: Db, id: string): Promise<void> {
  await sql`update webhook_endpoints set rests_until = app_now() where id = ${id} and rests_until > app_now()`.execute(
    tx,
  );
}

/** `is_slow`, `is_hanging`: its last attempt was. */
type DueEndpoint = { id: string; workspace_id: string; is_slow: boolean; is_hanging: boolean };

/** Where a delivery goes. Undefined where nothing is due, or the endpoint is off. */
export async function findDueEndpoint(db: Db, deliveryId: string): Promise<DueEndpoint | undefined> {
  const result = await sql<DueEndpoint>`
    select e.id, e.workspace_id, e.is_slow, e.rests_until is not null as is_hanging from webhook_deliveries asked join webhook_endpoints e on e.id = asked.endpoint_id
    where asked.id = ${deliveryId} and e.disabled_at is null and ${isAnyDue}`.execute(db);
  return result.rows[0];
}

/** `busy_until` identifies the claim, in PostgreSQL's own text: an ISO instant would lose its microseconds. */
export type Claim = { endpoint_id: string; busy_until: string };

/** A job that makes an attempt for longer has died. */
const claimedFor = sql`interval '1 minute'`;

/**
 * Claims the endpoint for one job. Returns undefined while another job has it, while it rests, and where nothing is due. A job
 * that got undefined may end: the other job looks for due deliveries again after its release, so it finds these too.
 */
export async function claimEndpoint(db: Db, id: string): Promise<Claim | undefined> {
  const result = await sql<Claim>`
    update webhook_endpoints e set busy_until = app_now() + ${claimedFor}
    where e.id = ${id} and e.disabled_at is null
      and (e.busy_until is null or e.busy_until <= app_now())
      and (e.rests_until is null or e.rests_until <= app_now())
      and ${isAnyDue}
    returning e.id as endpoint_id, e.busy_until::text as busy_until`.execute(db);
  return result.rows[0];
}

/** The claim from now on. Undefined where it had run out and another job has claimed the endpoint since. */
export async function prolongClaim(db: Db, claim: Claim): Promise<Claim | undefined> {
  const result = await sql<Claim>`
    update webhook_endpoints set busy_until = app_now() + ${claimedFor}
    where id = ${claim.endpoint_id} and busy_until = ${claim.busy_until}::timestamptz
    returning id as endpoint_id, busy_until::text as busy_until`.execute(db);
  return result.rows[0];
}

/** Leaves alone the claim of another job. */
export async function releaseEndpoint(db: Db, claim: Claim): Promise<void> {
  await sql`update webhook_endpoints set busy_until = null
    where id = ${claim.endpoint_id} and busy_until = ${claim.busy_until}::timestamptz`.execute(db);
}

/** How long the last attempt took, which decides about the workers for the next one. */
export type Pace = { isSlow: boolean; isHanging: boolean };

/** Failures count from now, and not again until a delivery succeeds. A receiver that hangs rests, the longer the longer it fails. */
export async function updateFailing(
  tx: Db,
  id: string,
  { isSlow, isHanging }: Pace,
): Promise<{ is_due: boolean }> {
  const result = await sql<{ is_due: boolean }>`
    update webhook_endpoints set failing_since = coalesce(failing_since, app_now()), is_slow = ${isSlow},
      rests_until = case when ${isHanging}::boolean then app_now() + least(interval '5 minutes',
        greatest(interval '5 seconds', (app_now() - coalesce(failing_since, app_now())) / 4)) end
    where id = ${id}
    returning failing_since <= app_now() - interval '3 days' as is_due`.execute(tx);
  return { is_due: result.rows[0]?.is_due ?? false };
}

export async function updateWorking(tx: Db, id: string, { isSlow, isHanging }: Pace): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null, is_slow = ${isSlow},
      rests_until = case when ${isHanging}::boolean then app_now() end
    where id = ${id} and (failing_since is not null or is_slow <> ${isSlow}
      or (rests_until is not null) <> ${isHanging}::boolean)`.execute(tx);
}
