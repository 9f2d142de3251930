// The only SQL of payments: attempts, events, refunds, disputes, the ledger.
import { type Db, sql } from '../platform/database.ts';
import type { PaymentEvent } from '../platform/stripe.ts';

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
  created_at: string;
};

const columns = sql`id, order_id, attempt, idempotency_key, amount, currency, intent_id, status, is_mismatched,
  created_at`;

/** The latest attempt of an order; nobody else changes it until the transaction ends. */
export async function lockLatestPayment(tx: Db, orderId: string): Promise<PaymentRow | undefined> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where order_id = ${orderId} order by attempt desc limit 1 for update`.execute(
    tx,
  );
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
            app_now() + interval '30 seconds')
    on conflict (order_id, attempt) do nothing returning ${columns}`.execute(tx);
  return result.rows[0];
}

export async function updateIntent(db: Db, paymentId: string, intentId: string): Promise<void> {
  await sql`update payments set intent_id = ${intentId} where id = ${paymentId} and intent_id is null`.execute(
    db,
  );
}

export async function lockByIntent(tx: Db, intentId: string): Promise<PaymentRow | undefined> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where intent_id = ${intentId} for update`.execute(tx);
  return result.rows[0];
}

/** Gives an intent that we lost the answer of to the attempt that made it. */
export async function updateAdopted(
  tx: Db,
  orderId: string,
  intentId: string,
): Promise<PaymentRow | undefined> {
  const result = await sql<PaymentRow>`
    update payments set intent_id = ${intentId}
    where id = (select id from payments where order_id = ${orderId} and intent_id is null
                order by attempt limit 1 for update)
    returning ${columns}`.execute(tx);
  return result.rows[0];
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
                     else app_now() + least(interval '30 seconds' * power(1.5, least(reads, 20)),
                                            interval '1 hour') end
    where id = ${paymentId}`.execute(tx);
}

export async function selectOpenPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    select ${columns} from payments where order_id = ${orderId} and read_at is not null
    order by attempt`.execute(db);
  return result.rows;
}

/** Takes payments whose time to be read has come; another node will not take them for a minute. */
export async function takeDuePayments(db: Db, limit: number): Promise<PaymentRow[]> {
  const result = await sql<PaymentRow>`
    update payments set read_at = app_now() + interval '1 minute'
    where id in (select id from payments where read_at <= app_now() order by read_at limit ${limit}
                 for update skip locked)
    returning ${columns}`.execute(db);
  return result.rows;
}

/** True when the event is new. */
export async function insertEvent(tx: Db, event: PaymentEvent): Promise<boolean> {
  const result = await sql`
    insert into payment_events (id, type, intent_id, dispute)
    values (${event.id}, ${event.type}, ${event.intent_id ?? null},
            ${event.dispute === undefined ? null : JSON.stringify(event.dispute)}::jsonb)
    on conflict (id) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export type StoredEvent = {
  id: string;
  intent_id: string | null;
  dispute: { id: string; amount: number; reason: string } | null;
};

export async function selectUnappliedEvent(db: Db, eventId: string): Promise<StoredEvent | undefined> {
  const result = await sql<StoredEvent>`
    select id, intent_id, dispute from payment_events where id = ${eventId} and applied_at is null`.execute(
    db,
  );
  return result.rows[0];
}

export async function updateApplied(tx: Db, eventId: string): Promise<void> {
  await sql`update payment_events set applied_at = app_now() where id = ${eventId} and applied_at is null`.execute(
    tx,
  );
}

/** Moves cents once for each source; false when that was written before. */
export async function insertLedger(
  tx: Db,
  entry: {
    source: string;
    order_id: string;
    debit: 'provider' | 'revenue';
    credit: 'provider' | 'revenue';
    amount: number;
  },
): Promise<boolean> {
  const result = await sql`
    insert into ledger (source, order_id, debit, credit, amount)
    values (${entry.source}, ${entry.order_id}, ${entry.debit}, ${entry.credit}, ${entry.amount})
    on conflict (source) do nothing`.execute(tx);
  return result.numAffectedRows === 1n;
}

export type RefundReason = 'no_phones' | 'order_cancelled' | 'paid_twice' | 'operator';

/** Undefined when this payment is being refunded already. */
export async function insertRefund(
  tx: Db,
  refund: { payment_id: string; amount: number; reason: RefundReason },
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into refunds (payment_id, amount, reason)
    values (${refund.payment_id}, ${refund.amount}, ${refund.reason})
    on conflict (payment_id) where reason <> 'operator' do nothing returning id`.execute(tx);
  return result.rows[0]?.id;
}

export type RefundRow = {
  id: string;
  amount: number;
  reason: RefundReason;
  state: string;
  intent_id: string;
  order_id: string;
};

export async function selectRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  const result = await sql<RefundRow>`
    select r.id, r.amount, r.reason, r.state, p.intent_id, p.order_id
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`.execute(db);
  return result.rows[0];
}

export async function updateRefund(
  tx: Db,
  refundId: string,
  providerId: string | null,
  state: 'pending' | 'succeeded' | 'failed',
): Promise<void> {
  await sql`
    update refunds set state = ${state}, provider_id = coalesce(${providerId}, provider_id),
      done_at = case when ${state} = 'pending' then null else app_now() end
    where id = ${refundId}`.execute(tx);
}

export async function insertDispute(
  tx: Db,
  dispute: { id: string; payment_id: string; amount: number; reason: string },
): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, amount, reason)
    values (${dispute.id}, ${dispute.payment_id}, ${dispute.amount}, ${dispute.reason})
    on conflict (id) do nothing`.execute(tx);
}
