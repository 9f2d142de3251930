// The SQL of refunds: amount, cause and state.
import type { Refund } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type RefundReason = Refund['reason'];

/** Undefined when the payment was refunded for this cause before. */
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
 * The successful payments of an order, locked until `tx` ends. `left`: cents that were neither refunded nor lost in a
 * dispute. `is_held`: a bank is deciding a dispute, so refunds must wait.
 */
export async function lockRefundable(tx: Db, orderId: string): Promise<RefundablePayment[]> {
  await sql`select 1 from payments where order_id = ${orderId} order by attempt for update`.execute(tx);
  const result = await sql<RefundablePayment>`
    select id, amount, method = 'card' as is_card, payment_left(id) as left, ${isHeld} as is_held from payments
    where order_id = ${orderId} and status = 'succeeded' and not is_mismatched order by attempt`.execute(tx);
  return result.rows;
}

/** Locks the payments of an order and of the extensions of its phones. */
export async function lockPaymentsAround(tx: Db, orderId: string): Promise<void> {
  await sql`
    select 1 from payments
    where order_id = ${orderId} or order_id in (
      select x.order_id from assignments a join extended_rentals x on x.assignment_id = a.id
      where a.order_id = ${orderId})
    order by id for update`.execute(tx);
}

type RefundablePayment = { id: string; amount: number; left: number; is_card: boolean; is_held: boolean };

/** Of a row of `payments`: its refunds wait for a bank (see the SQL function `told_refund_state`). */
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
  /** Closed before it was sent, because a dispute or a refund at the provider has taken its money. */
  is_closed: boolean;
  /** Its amount before part of the money was refunded at the provider. */
  reduced_from: number | null;
  provider_id: string | null;
  created_at: string;
  intent_id: string;
  order_id: string;
};

const refundColumns = sql`r.id, r.amount, r.reason, r.state, r.is_closed, r.reduced_from, r.provider_id, r.created_at,
  p.intent_id, p.order_id`;

export async function selectRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  const result = await sql<RefundRow>`
    select ${refundColumns} from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`.execute(
    db,
  );
  return result.rows[0];
}

/** Our refund with this id at the provider, or the one that requested it. The caller has locked the payment. */
export async function selectRefundAt(
  tx: Db,
  paymentId: string,
  made: { id: string; refund_id: string | undefined },
): Promise<RefundRow | undefined> {
  const result = await sql<RefundRow>`
    select ${refundColumns} from refunds r join payments p on p.id = r.payment_id
    where r.payment_id = ${paymentId}
      and (r.provider_id = ${made.id} or (r.provider_id is null and r.id::text = ${made.refund_id ?? null}))
    order by r.provider_id is null limit 1`.execute(tx);
  return result.rows[0];
}

/** True when one of these refunds is neither booked nor requested by us. */
export async function selectHasUnknown(
  db: Db,
  made: readonly { id: string; refund_id: string | undefined }[],
): Promise<boolean> {
  const result = await sql<{ has_unknown: boolean }>`
    select exists (
      select 1 from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id text, refund_id uuid)
      where not exists (select 1 from refunds r where r.provider_id = m.id)
        and not exists (select 1 from refunds r where r.id = m.refund_id and r.provider_id is null)
    ) as has_unknown`.execute(db);
  return result.rows[0]?.has_unknown ?? false;
}

/** Unsent refunds of a payment, the latest first. */
export async function selectUnsent(tx: Db, paymentId: string): Promise<{ id: string; amount: number }[]> {
  const result = await sql<{ id: string; amount: number }>`
    select id, amount from refunds where payment_id = ${paymentId} and state = 'requested' and provider_id is null
    order by created_at desc, id desc`.execute(tx);
  return result.rows;
}

/** Cents of a payment that no refund covers yet, sent or unsent. Disputes are not considered. */
export async function selectUnrefunded(tx: Db, paymentId: string): Promise<number> {
  const result = await sql<{ cents: number }>`
    select p.amount - coalesce((select sum(r.amount) from refunds r
                                where r.payment_id = p.id and r.state <> 'failed'), 0)::int as cents
    from payments p where p.id = ${paymentId}`.execute(tx);
  return result.rows[0]?.cents ?? 0;
}

/** Cents of a payment that were neither refunded nor lost in a dispute. */
export async function selectPaymentLeft(tx: Db, paymentId: string): Promise<number> {
  const result = await sql<{ cents: number }>`select payment_left(${paymentId}) as cents`.execute(tx);
  return result.rows[0]?.cents ?? 0;
}

/** Cents of all successful payments of an order that were neither refunded nor lost in a dispute. */
export async function selectLeftOfOrder(tx: Db, orderId: string): Promise<number> {
  const result = await sql<{ cents: number }>`
    select coalesce(sum(payment_left(id)), 0)::int as cents from payments where order_id = ${orderId}`.execute(
    tx,
  );
  return result.rows[0]?.cents ?? 0;
}

/** For an unsent refund of which part was refunded at the provider: only the rest is sent. */
export async function updateReduced(tx: Db, refundId: string, amount: number): Promise<void> {
  await sql`
    update refunds set amount = ${amount}, reduced_from = coalesce(reduced_from, amount)
    where id = ${refundId}`.execute(tx);
}

/** For an unsent refund that was made in full at the provider. */
export async function updateCovered(tx: Db, refundId: string, providerId: string): Promise<void> {
  await sql`
    update refunds set state = 'failed', covered_by = ${providerId}, done_at = app_now()
    where id = ${refundId}`.execute(tx);
}

/** Stores a refund that we did not request, under the id in its metadata if that is free. */
export async function insertFoundRefund(
  tx: Db,
  refund: { payment_id: string; amount: number; provider_id: string; refund_id: string | undefined },
): Promise<RefundRow> {
  const { payment_id, amount, provider_id, refund_id } = refund;
  const result = await sql<{ id: string }>`
    insert into refunds (id, payment_id, amount, reason, cause)
    values (coalesce((select asked.id from (select ${refund_id ?? null}::uuid as id) as asked
                      where not exists (select 1 from refunds r where r.id = asked.id)), gen_random_uuid()),
            ${payment_id}, ${amount}, 'at_provider', ${`provider:${provider_id}`})
    returning id`.execute(tx);
  const row = await selectRefund(tx, result.rows[0]?.id ?? '');
  if (row === undefined) throw new Error('the refund was not stored');
  return row;
}

/** A refund that has succeeded may still fail: it is read once a day for 30 days. */
const nextDay = sql`case when created_at > app_now() - interval '30 days' then app_now() + interval '1 day' end`;

/** Takes refunds that are due to be read. Other nodes don't take them for a minute. */
export async function takeDueRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  const result = await sql<RefundRow>`
    with taken as (
      update refunds set read_at = case when state = 'succeeded' then ${nextDay} else app_now() + interval '1 minute' end
      where id in (select id from refunds where read_at <= (select app_now()) order by read_at limit ${limit}
                   for update skip locked)
      returning *
    )
    select ${refundColumns} from taken r join payments p on p.id = r.payment_id`.execute(db);
  return result.rows;
}

/** A pending refund is read again, at growing intervals until its bank has decided. */
export async function updateRefund(
  tx: Db,
  refundId: string,
  providerId: string | null,
  state: 'pending' | 'succeeded' | 'failed',
): Promise<void> {
  await sql`
    update refunds set state = ${state}, provider_id = coalesce(${providerId}, provider_id), closed_by = null,
      covered_by = null,
      done_at = case when ${state} = 'pending' then null else app_now() end,
      read_at = case ${state}
        when 'pending' then app_now() + least(greatest(app_now() - created_at, interval '1 minute'), interval '6 hours')
        when 'succeeded' then ${nextDay} end
    where id = ${refundId}`.execute(tx);
}

export async function selectBuyer(
  db: Db,
  orderId: string,
): Promise<{ user_id: string; workspace_id: string } | undefined> {
  const result = await sql<{ user_id: string; workspace_id: string }>`
    select user_id, workspace_id from orders where id = ${orderId}`.execute(db);
  return result.rows[0];
}
