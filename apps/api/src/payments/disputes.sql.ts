// The SQL of disputes, their decisions and the refunds that they affect.
import { type Db, sql } from '../platform/database.ts';
import type { Dispute } from '../platform/stripe.ts';
import { insertLedger } from './payments.sql.ts';

export type DisputeState = 'open' | 'won' | 'lost';

export type DisputeRow = { id: string; payment_id: string; amount: number; state: DisputeState };

/**
 * Stores a dispute as it was read from the provider, and returns it with whether this call brought a new decision. The
 * reading may be outdated, so a decided dispute never becomes open again. The amount doesn't change once it is booked.
 * The row is locked until `tx` ends.
 */
export async function upsertDispute(
  tx: Db,
  dispute: Omit<Dispute, 'status' | 'intent_id'> & { payment_id: string; state: DisputeState },
): Promise<DisputeRow & { is_decided_now: boolean }> {
  const known = await sql<{ state: DisputeState }>`
    select state from disputes where id = ${dispute.id} for update`.execute(tx);
  const result = await sql<DisputeRow>`
    insert into disputes (id, payment_id, amount, reason, state, is_refundable, closed_at, read_at)
    values (${dispute.id}, ${dispute.payment_id}, ${dispute.amount}, ${dispute.reason}, ${dispute.state},
            ${dispute.is_refundable}, case when ${dispute.state} <> 'open' then app_now() end,
            case when ${dispute.state} = 'open' then app_now() + interval '6 hours' end)
    on conflict (id) do update set is_refundable = excluded.is_refundable,
      state = case when excluded.state = 'open' then disputes.state else excluded.state end,
      amount = case when exists (select 1 from ledger l where l.source = 'dispute:' || disputes.id)
                    then disputes.amount else excluded.amount end,
      closed_at = case when excluded.state in ('open', disputes.state) then disputes.closed_at
                       else excluded.closed_at end,
      read_at = case when disputes.state = 'open' then excluded.read_at end
    returning id, payment_id, amount, state`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the dispute was not stored');
  return { ...row, is_decided_now: row.state !== 'open' && row.state !== known.rows[0]?.state };
}

/**
 * Books a lost dispute out of the ledger, and back into it when a bank changes its decision. Does nothing for a payment
 * that was never booked. The caller has locked the dispute.
 */
export async function bookDispute(tx: Db, { id, payment_id, amount, state }: DisputeRow): Promise<void> {
  const result = await sql<{ order_id: string; losses: number; wins: number }>`
    select p.order_id, ${countBooked('dispute', id)} as losses, ${countBooked('dispute_won', id)} as wins
    from payments p where p.id = ${payment_id} and not p.is_mismatched`.execute(tx);
  const payment = result.rows[0];
  if (payment === undefined) return;
  const { order_id, losses, wins } = payment;
  if (state === 'lost' && losses === wins) {
    const source = sourceOf('dispute', id, losses + 1);
    await insertLedger(tx, { source, order_id, debit: 'revenue', credit: 'provider', amount });
  }
  if (state === 'won' && losses > wins) {
    const source = sourceOf('dispute_won', id, losses);
    await insertLedger(tx, { source, order_id, debit: 'provider', credit: 'revenue', amount });
  }
}

type DisputeSource = 'dispute' | 'dispute_won';

/** `dispute:dp_1`, and `dispute:dp_1:2` when the bank takes the money for the second time. */
function sourceOf(kind: DisputeSource, id: string, time: number): string {
  return time === 1 ? `${kind}:${id}` : `${kind}:${id}:${time}`;
}

/** Of a row `p` of payments. */
const countBooked = (kind: DisputeSource, id: string) => sql`(
  select count(*)::int from ledger l where l.order_id = p.order_id
    and (l.source = ${`${kind}:${id}`} or starts_with(l.source, ${`${kind}:${id}:`})))`;

/** The disputes of a refund's payment: whether one keeps the refund waiting, and which was decided last. */
export async function selectDisputesOf(
  db: Db,
  refundId: string,
): Promise<{ holds: boolean; decided: string | null }> {
  const result = await sql<{ holds: boolean; decided: string | null }>`
    select coalesce(bool_or(d.state = 'open' and not d.is_refundable), false) as holds,
           (array_agg(d.id order by d.closed_at desc) filter (where d.state <> 'open'))[1] as decided
    from refunds r join disputes d on d.payment_id = r.payment_id where r.id = ${refundId}`.execute(db);
  return result.rows[0] ?? { holds: false, decided: null };
}

/** Closes unsent refunds, the latest first, for which a lost dispute has left no money. */
export async function closeRefunds(tx: Db, { id, payment_id }: DisputeRow): Promise<void> {
  await sql`
    with made as (
      select r.id, r.state = 'requested' and r.provider_id is null as is_unsent,
             sum(r.amount) over (order by r.provider_id is null, r.created_at, r.id) as so_far
      from refunds r where r.payment_id = ${payment_id} and r.state <> 'failed'
    )
    update refunds set state = 'failed', closed_by = ${id}, done_at = app_now()
    where id in (select made.id from made join payments p on p.id = ${payment_id}
                 where made.is_unsent and made.so_far > p.amount - (
                   select sum(d.amount) from disputes d where d.payment_id = p.id and d.state = 'lost'))`.execute(
    tx,
  );
}

/** Reopens refunds that a dispute has closed, the oldest first, as far as there is money for them. */
export async function reopenRefunds(tx: Db, { id, payment_id }: DisputeRow): Promise<void> {
  await sql`
    update refunds set state = 'requested', closed_by = null, done_at = null
    where id in (select c.id from (
        select r.id, sum(r.amount) over (order by r.created_at, r.id) as so_far
        from refunds r where r.payment_id = ${payment_id} and r.closed_by = ${id}) as c
      where c.so_far <= payment_left(${payment_id}))`.execute(tx);
}

export async function selectUnsentRefunds(tx: Db, paymentId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from refunds where payment_id = ${paymentId} and state = 'requested' and provider_id is null
    order by created_at, id`.execute(tx);
  return result.rows.map(({ id }) => id);
}

/** Takes open disputes that are due to be read. Other nodes don't take them for ten minutes. */
export async function takeDueDisputes(db: Db, limit: number): Promise<{ id: string }[]> {
  const result = await sql<{ id: string }>`
    update disputes set read_at = app_now() + interval '10 minutes'
    where id in (select id from disputes where read_at <= (select app_now()) order by read_at limit ${limit}
                 for update skip locked)
    returning id`.execute(db);
  return result.rows;
}
