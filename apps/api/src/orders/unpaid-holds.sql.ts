// The SQL of what customers have held, for the limit of holds that nobody pays for.
import type { UnpaidHolds } from '@pocketfleet/rules';
import { type Db, sql } from '../platform/database.ts';

export async function insertHoldTaken(tx: Db, orderId: string, userId: string): Promise<void> {
  await sql`insert into holds_taken (order_id, user_id) values (${orderId}, ${userId})`.execute(tx);
}

/** Ends the open hold of an order that nobody has paid: now, or when it ran out, whoever noticed that later. */
export async function updateHoldEnded(tx: Db, orderId: string, longestMinutes: number): Promise<void> {
  await sql`update holds_taken
    set ended_at = least(app_now(), taken_at + make_interval(mins => ${longestMinutes}))
    where order_id = ${orderId} and ended_at is null`.execute(tx);
}

/** Of a paid order `o`: not all of its money went back. An order of the demo was paid without a payment. */
const isKept = sql`coalesce((select sum(payment_left(p.id)) from payments p
  where p.order_id = o.id and p.status = 'succeeded'), 1) > 0`;

/** An open hold counts for as long as it has been open; those of an order that was paid in the end don't count. */
export async function selectUnpaidHolds(
  db: Db,
  userId: string,
  longestMinutes: number,
): Promise<UnpaidHolds> {
  const result = await sql<UnpaidHolds>`
    with unpaid as (
      select h.taken_at, h.ended_at,
             extract(epoch from least(coalesce(h.ended_at, app_now()),
               h.taken_at + make_interval(mins => ${longestMinutes})) - h.taken_at)::float8 / 60 as minutes
      from holds_taken h join orders o on o.id = h.order_id
      where h.user_id = ${userId} and h.taken_at > app_now() - interval '24 hours' and o.paid_at is null
    )
    select exists (select 1 from orders o
                   where o.user_id = ${userId} and o.paid_at is not null and ${isKept}) as "hasPaid",
           coalesce(sum(minutes), 0) as "minutesInDay",
           coalesce(sum(minutes) filter (where ended_at > app_now() - interval '1 hour'), 0) as "minutesInHour",
           extract(epoch from max(ended_at))::float8 * 1000 as "lastEndedMs",
           extract(epoch from min(taken_at))::float8 * 1000 as "firstTakenMs"
    from unpaid`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('an aggregate gave no row');
  return row;
}
