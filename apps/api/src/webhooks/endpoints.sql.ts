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
  /** Those that this version knows: while an upgrade runs, a later one may have added others. */
  events: WebhookEvent[];
  failing_since: string | null;
  disabled_reason: 'by_hand' | 'failing' | 'gone' | null;
  old_secret_ends_at: string | null;
  made_by: { user_id: string; username: string };
  created_at: string;
};

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
      events = case when ${sql.val(change.events ?? null)}::text[] is null then events else
        ${sql.val(change.events ?? null)}::text[] ||
        array(select each from unnest(events) as each where each <> all(${sql.val(webhookEvents)}::text[])) end
    where id = ${id}`.execute(tx);
}

export async function updateOn(tx: Db, id: string): Promise<void> {
  await sql`update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null
    where id = ${id} and disabled_at is not null`.execute(tx);
}

/** Its waiting deliveries fail with it. Undefined when it was off already. */
export async function updateOff(
  tx: Db,
  id: string,
  reason: 'by_hand' | 'failing' | 'gone',
): Promise<{ workspace_id: string; user_id: string; url: string } | undefined> {
  const result = await sql<{ workspace_id: string; user_id: string; url: string }>`
    update webhook_endpoints set disabled_at = app_now(), disabled_reason = ${reason}
    where id = ${id} and disabled_at is null returning workspace_id, user_id, url`.execute(tx);
  await sql`update webhook_deliveries set state = 'failed', next_attempt_at = null
    where endpoint_id = ${id} and state = 'pending'`.execute(tx);
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

/** Whose deliveries don't succeed counts from now, and not again until one does. */
export async function updateFailing(tx: Db, id: string): Promise<{ is_due: boolean }> {
  const result = await sql<{ is_due: boolean }>`
    update webhook_endpoints set failing_since = coalesce(failing_since, app_now()) where id = ${id}
    returning failing_since <= app_now() - interval '3 days' as is_due`.execute(tx);
  return { is_due: result.rows[0]?.is_due ?? false };
}

export async function updateWorking(tx: Db, id: string): Promise<void> {
  await sql`update webhook_endpoints set failing_since = null where id = ${id} and failing_since is not null`.execute(
    tx,
  );
}
