// The SQL of payments: attempts and the ledger; refunds, events and disputes are in files of their own.
import { type Db, sql } from '../platform/database.ts';
import type { PaidCard } from '../platform/stripe.ts';

export type PaymentRow = {
  id: string;
  order_id: string;
  attempt: number;
  idempotency_key: string;
  amount: number;
  currency: string;
  intent_id: string | null;
  status: string;
  is_mismatched: boolean;
  /** No attempt of ours has created it (migration 0205). */
  is_found: boolean;
  created_at: string;
  order_number: string;
  /** The email address of the first call to the provider. */
  receipt_email: string | null;
  /** When its intent was requested last. */
  asked_at: string | null;
};

const columns = sql`id, order_id, attempt, idempotency_key, amount, currency, intent_id, status, is_mismatched,
  is_found, created_at, receipt_email, asked_at,
  (select o.number from orders o where o.id = payments.order_id) as order_number`;

/** The maximum of card payment attempts for each order. */
export const maxCardAttempts = 10;

/**
 * Of a row of `payments`: it paid a quote that could not be fulfilled, and was refunded in full. Such a quote may be sent
 * and paid again.
 */
export const isRefundedQuote = sql`(payments.status = 'succeeded'
  and exists (select 1 from order_quotes q where q.order_id = payments.order_id)
  and exists (select 1 from refunds r where r.payment_id = payments.id and r.cause = 'payment'
                and r.state <> 'failed' and r.amount = payments.amount))`;

/** The latest attempt of an order, locked until the transaction ends. */
export async function lockLatestPayment(
  tx: Db,
  orderId: string,
): Promise<(PaymentRow & { is_refunded_quote: boolean }) | undefined> {
  const result = await sql<PaymentRow & { is_refunded_quote: boolean }>`
    select ${columns}, ${isRefundedQuote} as is_refunded_quote from payments
    where order_id = ${orderId} and not is_found order by attempt desc limit 1 for update`.execute(tx);
  return result.rows[0];
}

/** Undefined when a concurrent call has stored this attempt. */
export async function insertPayment(
  tx: Db,
  payment: { order_id: string; attempt: number; amount: number; email: string },
): Promise<PaymentRow | undefined> {
  const { order_id, attempt, amount, email } = payment;
  const result = await sql<PaymentRow>`
    insert into payments (order_id, attempt, idempotency_key, amount, receipt_email, asked_at, read_at)
    values (${order_id}, ${attempt}, ${`order:${order_id}:${attempt}`}, ${amount}, ${email},
            app_now(), app_now() + interval '10 seconds')
    on conflict (order_id, attempt) do nothing returning ${columns}`.execute(tx);
  return result.rows[0];
}

/** Stores that the intent is requested now. Returns the email address of the first call with the same key. */
export async function updateRequested(db: Db, paymentId: string, email: string): Promise<string> {
  const result = await sql<{ receipt_email: string }>`
    update payments set asked_at = app_now(), receipt_email = coalesce(receipt_email, ${email})
    where id = ${paymentId} returning receipt_email`.execute(db);
  return result.rows[0]?.receipt_email ?? email;
}

/** False when the attempt has another intent. */
export async function updateIntent(db: Db, paymentId: string, intentId: string): Promise<boolean> {
  const result = await sql`
    update payments set intent_id = ${intentId}, status = 'unknown', read_at = app_now() + interval '30 seconds'
    where id = ${paymentId} and intent_id is null`.execute(db);
  return result.numAffectedRows === 1n || (await selectIntentId(db, paymentId)) === intentId;
}

export async function lockByIntent(tx: Db, intentId: string): Promise<PaymentRow | undefined> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where intent_id = ${intentId} for update`.execute(tx);
  return result.rows[0];
}

/**
 * Stores an intent whose creation we missed with the attempt that it names. An intent that names none goes to the first
 * attempt without an intent.
 */
export async function updateAdopted(
  tx: Db,
  intent: { id: string; order_id: string; payment_id: string | null },
): Promise<PaymentRow | undefined> {
  const result = await sql<PaymentRow>`
    update payments set intent_id = ${intent.id}
    where id = (select id from payments
                where order_id = ${intent.order_id} and intent_id is null and method = 'card'
                  and id = coalesce(${intent.payment_id}::uuid, id)
                order by attempt limit 1 for update)
    returning ${columns}`.execute(tx);
  return result.rows[0];
}

/** Found payments are numbered from here, apart from the attempts. */
const firstFoundAttempt = 1_000;

/**
 * A payment for an intent that names an order but belongs to none of its attempts. Undefined when there is no such order.
 * The amount is the intent's; it is compared with the order's price when the order is paid.
 */
export async function insertFound(
  tx: Db,
  intent: { id: string; order_id: string; amount: number },
): Promise<PaymentRow | undefined> {
  const { id, order_id, amount } = intent;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`found_payment:${order_id}`}, 0))`.execute(tx);
  const result = await sql<PaymentRow>`
    insert into payments (order_id, attempt, idempotency_key, amount, intent_id, read_at, is_found)
    select o.id, n.attempt, 'order:' || o.id || ':' || n.attempt, ${amount}::int, ${id}, app_now(), true
    from orders o, lateral (
      select greatest(${firstFoundAttempt}::int, max(p.attempt)) + 1 as attempt from payments p where p.order_id = o.id) n
    where o.id = ${order_id} and not exists (select 1 from payments where intent_id = ${id})
    returning ${columns}`.execute(tx);
  // A concurrent call has stored it.
  return result.rows[0] ?? lockByIntent(tx, id);
}

/**
 * True when the order no longer needs this payment: it has a newer attempt, or it is paid and its money is booked. The demo
 * marks orders as paid before their money is booked; those still need their payment.
 */
export async function selectIsSuperseded(tx: Db, paymentId: string): Promise<boolean> {
  const result = await sql<{ is_superseded: boolean }>`
    select p.is_found
      or (o.state = 'paid' and exists (select 1 from ledger m where m.order_id = o.id))
      or exists (
        select 1 from payments l where l.order_id = p.order_id and l.attempt > p.attempt and not l.is_found)
      as is_superseded
    from payments p join orders o on o.id = p.order_id where p.id = ${paymentId}`.execute(tx);
  return result.rows[0]?.is_superseded ?? false;
}

export async function selectOrderOfIntent(db: Db, intentId: string): Promise<string | undefined> {
  const result = await sql<{ order_id: string }>`
    select order_id from payments where intent_id = ${intentId}`.execute(db);
  return result.rows[0]?.order_id;
}

/** True when this charge is the only booked money of the order. */
export async function selectIsOnlyMoney(tx: Db, orderId: string, intentId: string): Promise<boolean> {
  const result = await sql<{ is_only: boolean }>`
    select not exists (select 1 from ledger where order_id = ${orderId} and source <> ${`charge:${intentId}`})
      as is_only`.execute(tx);
  return result.rows[0]?.is_only ?? false;
}

/** True when an intent belongs to one of our payments or orders, and its charge is not booked. */
export async function selectIsUnbooked(db: Db, intentId: string, orderId: string | null): Promise<boolean> {
  const result = await sql<{ is_unbooked: boolean }>`
    select (exists (select 1 from payments where intent_id = ${intentId})
        or exists (select 1 from orders where id = ${orderId}))
      and not exists (select 1 from ledger where source = ${`charge:${intentId}`}) as is_unbooked`.execute(
    db,
  );
  return result.rows[0]?.is_unbooked ?? false;
}

export async function selectIntentId(db: Db, paymentId: string): Promise<string | undefined> {
  const result = await sql<{ intent_id: string | null }>`
    select intent_id from payments where id = ${paymentId}`.execute(db);
  return result.rows[0]?.intent_id ?? undefined;
}

/** Ends an attempt that has no intent. */
export async function updateNone(db: Db, paymentId: string): Promise<void> {
  await sql`
    update payments set status = 'none', reads = reads + 1, read_at = null
    where id = ${paymentId} and intent_id is null`.execute(db);
}

const endStates = ['succeeded', 'canceled', 'none'];

/** Stores the provider's status. A payment that can still change is read again, at growing intervals. */
export async function updateStatus(
  tx: Db,
  paymentId: string,
  status: string,
  isMismatched = false,
): Promise<void> {
  await sql`
    update payments set status = ${status}, is_mismatched = is_mismatched or ${isMismatched}, reads = reads + 1,
      read_at = case when ${status} = any(${sql.val(endStates)}::text[]) then null
                     else app_now() + least(interval '10 seconds' * power(1.5, least(reads, 20)),
                                            interval '1 hour') end
    where id = ${paymentId}`.execute(tx);
}

/** Kept for the receipt. */
export async function updateCard(tx: Db, paymentId: string, card: PaidCard): Promise<void> {
  await sql`
    update payments set card_brand = ${card.brand}, card_last4 = ${card.last4} where id = ${paymentId}`.execute(
    tx,
  );
}

/** The card whose payment an order kept; undefined for other ways to pay. */
export async function selectCard(db: Db, orderId: string): Promise<PaidCard | undefined> {
  const result = await sql<PaidCard>`
    select card_brand as brand, card_last4 as last4 from payments
    where order_id = ${orderId} and status = 'succeeded' and not is_mismatched and card_last4 is not null
    order by attempt limit 1`.execute(db);
  return result.rows[0];
}

export async function selectOpenPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where order_id = ${orderId} and read_at is not null
    order by attempt`.execute(db);
  return result.rows;
}

/**
 * Takes payments that are due to be read. No node takes them again for 15 seconds; if this node dies, the customer's phones
 * are delayed by half a minute at most. Reading a payment twice does no harm.
 */
export async function takeDuePayments(db: Db, limit: number): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    update payments set read_at = app_now() + interval '15 seconds'
    where id in (select id from payments where read_at <= (select app_now()) order by read_at limit ${limit}
                 for update skip locked)
    returning ${columns}`.execute(db);
  return result.rows;
}

/** The payments of an order that can still change and were not refreshed in the last four seconds. */
export async function takeViewedPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    update payments set looked_at = app_now()
    where order_id = ${orderId} and intent_id is not null and read_at is not null
      and (looked_at is null or looked_at <= app_now() - interval '4 seconds')
    returning ${columns}`.execute(db);
  return result.rows;
}

/** Books cents once for each source; false when it was booked before. */
export async function insertLedger(
  tx: Db,
  entry: {
    source: string;
    order_id: string;
    debit: 'provider' | 'bank' | 'revenue';
    credit: 'provider' | 'bank' | 'revenue';
    amount: number;
  },
): Promise<boolean> {
  const result = await sql`
    insert into ledger (source, order_id, debit, credit, amount)
    values (${entry.source}, ${entry.order_id}, ${entry.debit}, ${entry.credit}, ${entry.amount})
    on conflict (source) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}
