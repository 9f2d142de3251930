// The bodies that webhooks of a workspace would get: each is checked by the contract, as strictly as it is documented.
import { type WebhookEvent, webhookData, webhookMessage } from '@pocketfleet/contract';
import { type Db, sql } from '../src/platform/database.ts';

/** From now on the events of this workspace are kept, as for an open socket of this person. */
export async function listenFor(db: Db, workspaceId: string, userId: string): Promise<void> {
  await sql`insert into webhook_listeners (workspace_id, user_id, credential_id, seen_at)
    select ${workspaceId}, ${userId}, id, app_now() + interval '10000 days'
    from credentials where user_id = ${userId} order by created_at desc limit 1`.execute(db);
}

/** The data of the events of one type, in their order. Throws for a body of another form than the contract's. */
export async function heard(
  db: Db,
  workspaceId: string,
  type: WebhookEvent,
): Promise<Record<string, unknown>[]> {
  const found = await sql<{ body: string }>`
    select body from webhook_messages where workspace_id = ${workspaceId} and type = ${type} order by seq`.execute(
    db,
  );
  return found.rows.map(({ body }) => {
    const { data } = webhookMessage.parse(JSON.parse(body));
    return webhookData[type].strict().parse(data);
  });
}
