// The SQL of the provider's webhook events: each is stored once, and applied once or set aside.
import { type Db, sql } from '../platform/database.ts';
import type { PaymentEvent, ToldDispute } from '../platform/stripe.ts';

/** True when the event is new, or was set aside and is sent again: then it is applied again. */
export async function insertEvent(tx: Db, event: PaymentEvent): Promise<boolean> {
  const result = await sql`
    insert into payment_events (id, type, intent_id, order_id, dispute)
    values (${event.id}, ${event.type}, ${event.intent_id ?? null}, ${event.order_id ?? null},
            ${event.dispute === undefined ? null : JSON.stringify(event.dispute)}::jsonb)
    on conflict (id) do update set set_aside_at = null, trouble = null, received_at = app_now()
      where payment_events.set_aside_at is not null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export type StoredEvent = {
  id: string;
  type: string;
  intent_id: string | null;
  dispute: ToldDispute | null;
};

export async function selectUnappliedEvent(db: Db, eventId: string): Promise<StoredEvent | undefined> {
  const result = await sql<StoredEvent>`
    select id, type, intent_id, dispute from payment_events where id = ${eventId} and applied_at is null
      and set_aside_at is null`.execute(db);
  return result.rows[0];
}

export async function updateApplied(tx: Db, eventId: string): Promise<void> {
  await sql`update payment_events set applied_at = app_now() where id = ${eventId} and applied_at is null`.execute(
    tx,
  );
}

/** Sets aside an event that can't be applied. An alarm reports it to our team, who can resend it at the provider. */
export async function updateSetAside(db: Db, eventId: string, problem: string): Promise<void> {
  await sql`
    update payment_events set set_aside_at = app_now(), trouble = ${problem.slice(0, 300)}
    where id = ${eventId} and applied_at is null`.execute(db);
}
