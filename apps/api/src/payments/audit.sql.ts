// The promises of money and inventory as queries over a live database: each finds the rows that break one.
// `always` holds in every committed state; `settled` after what is due has had its time.
import { type Db, sql } from '../platform/database.ts';

export type AuditCheck = {
  id: string;
  promise: string;
  holds: 'always' | 'settled';
  find: ReturnType<typeof sql>;
};

export type Breach = { check: string; promise: string; rows: Record<string, unknown>[] };

const maxRows = 20;

const money = sql`money as (
  select o.id, o.number, o.state, o.amount,
    coalesce((select sum(l.amount) from ledger l where l.order_id = o.id and l.debit = 'provider'), 0) as charged,
    coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id
              where p.order_id = o.id and r.state <> 'failed'), 0) as refunded,
    exists (select 1 from payments p where p.order_id = o.id) as is_by_card
  from orders o)`;

export const auditChecks: readonly AuditCheck[] = [
  {
    id: 'B1',
    promise: 'no device is in two overlapping holds or assignments',
    holds: 'always',
    find: sql`select a.device_id, a.id, b.id as other from assignments a
      join assignments b on b.device_id = a.device_id and b.id > a.id and b.occupied && a.occupied
      where a.state <> 'ended' and b.state <> 'ended'`,
  },
  {
    id: 'B1-constraint',
    promise: 'the database itself refuses a double booking',
    holds: 'always',
    find: sql`select 'assignments_never_overlap' as missing where not exists (
      select 1 from pg_constraint where conname = 'assignments_never_overlap' and contype = 'x' and convalidated)`,
  },
  {
    id: 'B2',
    promise: 'an order has all its phones or none',
    holds: 'always',
    find: sql`select o.number, o.state, o.phone_count, count(a.id) as phones from orders o
      left join assignments a on a.order_id = o.id
      group by o.id
      having count(a.id) not in (0, o.phone_count)
        or (o.state = 'paid' and (count(a.id) = 0 or bool_or(a.state = 'held')))
        or (o.state <> 'paid' and bool_or(a.state <> 'held'))
        or (o.state not in ('paid', 'awaiting_payment') and count(a.id) > 0)`,
  },
  {
    id: 'B4',
    promise: 'a hold is freed within a minute of its end',
    holds: 'settled',
    find: sql`select id, hold_expires_at from assignments
      where state = 'held' and hold_expires_at < app_now() - interval '1 minute'`,
  },
  {
    id: 'B7',
    promise: 'what is asked of the card is the price of the order',
    holds: 'always',
    find: sql`select o.number, o.amount, p.amount as asked from orders o
      join payments p on p.order_id = o.id where p.amount <> o.amount`,
  },
  {
    id: 'P1-money',
    promise: 'money without phones is refunded in full',
    holds: 'always',
    find: sql`with ${money} select number, state, charged, refunded from money
      where state <> 'paid' and charged <> refunded`,
  },
  {
    id: 'P1-phones',
    promise: 'phones that were rented by card were paid for',
    holds: 'always',
    find: sql`with ${money} select number, amount, charged from money
      where state = 'paid' and is_by_card and charged < amount`,
  },
  {
    id: 'P2-charges',
    promise: 'an order is charged once; a second charge is refunded',
    holds: 'always',
    find: sql`select p.order_id, count(*) as charges from payments p
      where p.status = 'succeeded' and not p.is_mismatched and not exists (
        select 1 from refunds r where r.payment_id = p.id and r.reason <> 'operator' and r.state <> 'failed')
      group by p.order_id having count(*) > 1`,
  },
  {
    id: 'P2-refunds',
    promise: 'no more is refunded than was charged',
    holds: 'always',
    find: sql`select p.id, p.amount, sum(r.amount) as refunded from payments p
      join refunds r on r.payment_id = p.id and r.state <> 'failed'
      group by p.id having sum(r.amount) > p.amount`,
  },
  {
    id: 'P2-ledger',
    promise: 'each refund that was made is in the ledger, with its amount',
    holds: 'always',
    find: sql`select r.id, r.amount from refunds r
      left join ledger l on l.source = 'refund:' || r.id and l.amount = r.amount and l.debit = 'revenue'
      where r.state = 'succeeded' and l.id is null`,
  },
  {
    id: 'P3',
    promise: 'each event of the payment provider is applied within five minutes',
    holds: 'settled',
    find: sql`select id, type, received_at from payment_events
      where applied_at is null and received_at < app_now() - interval '5 minutes'`,
  },
  {
    id: 'P4',
    promise: 'every payment fits its order in amount, currency and order',
    holds: 'always',
    find: sql`select id, order_id, intent_id from payments where is_mismatched`,
  },
  {
    id: 'P5',
    promise: 'a payment that can still change is read again',
    holds: 'settled',
    find: sql`select id, status, read_at from payments
      where (read_at is null and status not in ('succeeded', 'canceled', 'none'))
         or read_at < app_now() - interval '10 minutes'`,
  },
  {
    id: 'A1',
    promise: 'an assignment is active only after its start, and ended once its end is past',
    holds: 'settled',
    find: sql`select id, state, starts_at, expires_at from assignments
      where (state = 'active' and starts_at > app_now() + interval '1 second')
         or (state in ('scheduled', 'active') and expires_at < app_now() - interval '1 minute')`,
  },
];

/** Runs the checks on one consistent view of the database; returns what is broken. */
export async function runAudit(db: Db, which: 'always' | 'all'): Promise<Breach[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const breaches: Breach[] = [];
      for (const check of auditChecks) {
        if (which === 'always' && check.holds !== 'always') continue;
        const rows = await findBreaches(tx, check);
        if (rows.length > 0) breaches.push({ check: check.id, promise: check.promise, rows });
      }
      return breaches;
    });
}

export async function findBreaches(db: Db, check: AuditCheck): Promise<Record<string, unknown>[]> {
  const result = await sql<Record<string, unknown>>`${check.find} limit ${maxRows}`.execute(db);
  return result.rows;
}
