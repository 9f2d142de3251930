// The SQL of disputes: what a bank asks back, what it decided, and the cents that went.
import { type Db, sql } from '../platform/database.ts';
import type { Dispute } from '../platform/stripe.ts';
import { insertLedger } from './payments.sql.ts';

export type DisputeState = 'open' | 'won' | 'lost';

/** Writes a dispute as the provider has it now; returns what we knew before. Locked until `tx` ends. */
export async function upsertDispute(
  tx: Db,
  dispute: Omit<Dispute, 'status' | 'intent_id'> & { payment_id: string; state: DisputeState },
): Promise<DisputeState | undefined> {
  const known = await sql<{ state: DisputeState }>`
    select state from disputes where id = ${dispute.id} for update`.execute(tx);
  await sql`
    insert into disputes (id, payment_id, amount, reason, state, closed_at, read_at)
    values (${dispute.id}, ${dispute.payment_id}, ${dispute.amount}, ${dispute.reason}, ${dispute.state},
            case when ${dispute.state} <> 'open' then app_now() end,
            case when ${dispute.state} = 'open' then app_now() + interval '6 hours' end)
    on conflict (id) do update set state = excluded.state, read_at = excluded.read_at,
      closed_at = case when disputes.state = excluded.state then disputes.closed_at else excluded.closed_at end`.execute(
    tx,
  );
  return known.rows[0]?.state;
}

/** Moves the disputed cents out of the books, or back into them; nothing for a payment that was never in them. */
export async function insertDisputed(
  tx: Db,
  dispute: { id: string; amount: number; payment_id: string },
  what: 'lost' | 'won_back',
): Promise<void> {
  const result = await sql<{ order_id: string }>`
    select order_id from payments where id = ${dispute.payment_id} and not is_mismatched`.execute(tx);
  const order_id = result.rows[0]?.order_id;
  if (order_id === undefined) return;
  const { amount, id } = dispute;
  await insertLedger(
    tx,
    what === 'lost'
      ? { source: `dispute:${id}`, order_id, debit: 'revenue', credit: 'provider', amount }
      : { source: `dispute_won:${id}`, order_id, debit: 'provider', credit: 'revenue', amount },
  );
}

/** Takes open disputes whose time to be read has come; another node will not take them for ten minutes. */
export async function takeDueDisputes(db: Db, limit: number): Promise<{ id: string }[]> {
  const result = await sql<{ id: string }>`
    update disputes set read_at = app_now() + interval '10 minutes'
    where id in (select id from disputes where read_at <= app_now() order by read_at limit ${limit}
                 for update skip locked)
    returning id`.execute(db);
  return result.rows;
}
