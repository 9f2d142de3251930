// The SQL of payments: attempts, refunds, the ledger; events and disputes are in files of their own.
import type { Refund } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

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
  /** No attempt of ours made it (migration 0205). */
  is_found: boolean;
  created_at: string;
};

const columns = sql`id, order_id, attempt, idempotency_key, amount, currency, intent_id, status, is_mismatched,
  is_found, created_at`;

/** So often an order may be opened for a card. */
export const maxCardAttempts = 10;

/**
 * Of a row of `payments`: its money came for a quote when that could not be met, and went back whole. Such a quote
 * may be made and paid anew.
 */
export const isGivenBack = sql`(payments.status = 'succeeded'
  and exists (select 1 from order_quotes q where q.order_id = payments.order_id)
  and exists (select 1 from refunds r where r.payment_id = payments.id and r.cause = 'payment'
                and r.state <> 'failed' and r.amount = payments.amount))`;

/** The latest attempt of an order; nobody else changes it until the transaction ends. */
export async function lockLatestPayment(
  tx: Db,
  orderId: string,
): Promise<(PaymentRow & { is_given_back: boolean }) | undefined> {
  const result = await sql<PaymentRow & { is_given_back: boolean }>`
    select ${columns}, ${isGivenBack} as is_given_back from payments
    where order_id = ${orderId} and not is_found order by attempt desc limit 1 for update`.execute(tx);
  return result.rows[0];
}

/** The next attempt; undefined when another call was faster, or after the last one. */
export async function insertPayment(
  tx: Db,
  payment: { order_id: string; attempt: number; amount: number },
): Promise<PaymentRow | undefined> {
  const { order_id, attempt, amount } = payment;
  const result = await sql<PaymentRow>`
    insert into payments (order_id, attempt, idempotency_key, amount, read_at)
    values (${order_id}, ${attempt}, ${`order:${order_id}:${attempt}`}, ${amount},
            app_now() + interval '10 seconds')
    on conflict (order_id, attempt) do nothing returning ${columns}`.execute(tx);
  return result.rows[0];
}

/** An attempt that has an intent can change, whatever was believed of it before. False when it has another one. */
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
 * Gives an intent that we lost the answer of to the attempt that made it; to the first one without an intent where
 * the intent doesn't name its attempt.
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

const firstFound = 1_000;

/**
 * The payment of an intent that carries an order although no attempt of it has that intent; undefined when there is
 * no such order. Its amount is the intent's own: whether that is the order's price is seen when it is paid.
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
      select greatest(${firstFound}::int, max(p.attempt)) + 1 as attempt from payments p where p.order_id = o.id) n
    where o.id = ${order_id} and not exists (select 1 from payments where intent_id = ${id})
    returning ${columns}`.execute(tx);
  // Somebody else has found it while we waited.
  return result.rows[0] ?? lockByIntent(tx, id);
}

/**
 * Whether nobody should pay with this intent any more: another one is the order's, or the order is paid. One that is
 * called paid before its money is in the books, as the demo's, waits for this intent.
 */
export async function selectIsOvertaken(tx: Db, paymentId: string): Promise<boolean> {
  const result = await sql<{ is_overtaken: boolean }>`
    select p.is_found
      or (o.state = 'paid' and exists (select 1 from ledger m where m.order_id = o.id))
      or exists (
        select 1 from payments l where l.order_id = p.order_id and l.attempt > p.attempt and not l.is_found)
      as is_overtaken
    from payments p join orders o on o.id = p.order_id where p.id = ${paymentId}`.execute(tx);
  return result.rows[0]?.is_overtaken ?? false;
}

export async function selectIntentId(db: Db, paymentId: string): Promise<string | undefined> {
  const result = await sql<{ intent_id: string | null }>`
    select intent_id from payments where id = ${paymentId}`.execute(db);
  return result.rows[0]?.intent_id ?? undefined;
}

/** An attempt that never had an intent is over. */
export async function updateNone(db: Db, paymentId: string): Promise<void> {
  await sql`
    update payments set status = 'none', reads = reads + 1, read_at = null
    where id = ${paymentId} and intent_id is null`.execute(db);
}

const endStates = ['succeeded', 'canceled', 'none'];

/** Notes what the provider said. A payment that can still change is read again, ever more rarely. */
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

export async function selectOpenPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where order_id = ${orderId} and read_at is not null
    order by attempt`.execute(db);
  return result.rows;
}

/**
 * Takes payments whose time to be read has come; no node takes them again for 15 seconds, so that one
 * that dies meanwhile delays nobody's phones beyond half a minute. Reading twice does no harm.
 */
export async function takeDuePayments(db: Db, limit: number): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    update payments set read_at = app_now() + interval '15 seconds'
    where id in (select id from payments where read_at <= (select app_now()) order by read_at limit ${limit}
                 for update skip locked)
    returning ${columns}`.execute(db);
  return result.rows;
}

/** Moves cents once for each source; false when that was written before. */
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

export type RefundReason = Refund['reason'];

/** Undefined when this payment was refunded for this cause before. */
export async function insertRefund(
  tx: Db,
  refund: { payment_id: string; amount: number; reason: RefundReason; cause: string },
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into refunds (payment_id, amount, reason, cause)
    values (${refund.payment_id}, ${refund.amount}, ${refund.reason}, ${refund.cause})
    on conflict (payment_id, cause) where cause is not null do nothing returning id`.execute(tx);
  return result.rows[0]?.id;
}

/**
 * The successful payments of an order; `left` of each neither we nor a bank gave back, in cents, and while `is_held` a
 * bank decides about it. Locked until `tx` ends.
 */
export async function lockRefundable(tx: Db, orderId: string): Promise<RefundablePayment[]> {
  await sql`select 1 from payments where order_id = ${orderId} order by attempt for update`.execute(tx);
  const result = await sql<RefundablePayment>`
    select id, amount, method = 'card' as is_card, payment_left(id) as left, ${isHeld} as is_held from payments
    where order_id = ${orderId} and status = 'succeeded' and not is_mismatched order by attempt`.execute(tx);
  return result.rows;
}

type RefundablePayment = { id: string; amount: number; left: number; is_card: boolean; is_held: boolean };

/** Of a row of `payments`: its refunds wait for a bank (`told_refund_state`). */
export const isHeld = sql`exists (
  select 1 from disputes d where d.payment_id = payments.id and d.state = 'open' and not d.is_refundable)`;

export async function isPaymentHeld(tx: Db, paymentId: string): Promise<boolean> {
  const result = await sql<{ is_held: boolean }>`
    select ${isHeld} as is_held from payments where id = ${paymentId}`.execute(tx);
  return result.rows[0]?.is_held ?? false;
}

export type RefundRow = {
  id: string;
  amount: number;
  reason: RefundReason;
  state: string;
  /** The dispute that made it needless before it was sent. */
  closed_by: string | null;
  intent_id: string;
  order_id: string;
};

const refundColumns = sql`r.id, r.amount, r.reason, r.state, r.closed_by, p.intent_id, p.order_id`;

export async function selectRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  const result = await sql<RefundRow>`
    select ${refundColumns} from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`.execute(
    db,
  );
  return result.rows[0];
}

/** As `selectRefund`, and nobody else changes it until the transaction ends. */
export async function lockRefund(tx: Db, refundId: string): Promise<RefundRow | undefined> {
  await sql`select 1 from refunds where id = ${refundId} for update`.execute(tx);
  return selectRefund(tx, refundId);
}

/** What the provider has of the refunds of one intent. */
export async function selectSentRefunds(db: Db, intentId: string): Promise<RefundRow[]> {
  const result = await sql<RefundRow>`
    select ${refundColumns} from refunds r join payments p on p.id = r.payment_id
    where p.intent_id = ${intentId} and r.provider_id is not null order by r.created_at`.execute(db);
  return result.rows;
}

/** Takes refunds on their way whose time to be read has come; another node will not take them for a minute. */
export async function takeDueRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  const result = await sql<RefundRow>`
    with taken as (
      update refunds set read_at = app_now() + interval '1 minute'
      where id in (select id from refunds where read_at <= (select app_now()) order by read_at limit ${limit}
                   for update skip locked)
      returning *
    )
    select ${refundColumns} from taken r join payments p on p.id = r.payment_id`.execute(db);
  return result.rows;
}

/** A refund on its way is read again, ever more rarely. */
export async function updateRefund(
  tx: Db,
  refundId: string,
  providerId: string | null,
  state: 'pending' | 'succeeded' | 'failed',
): Promise<void> {
  await sql`
    update refunds set state = ${state}, provider_id = coalesce(${providerId}, provider_id), closed_by = null,
      done_at = case when ${state} = 'pending' then null else app_now() end,
      read_at = case when ${state} = 'pending'
        then app_now() + least(greatest(app_now() - created_at, interval '1 minute'), interval '6 hours') end
    where id = ${refundId}`.execute(tx);
}
