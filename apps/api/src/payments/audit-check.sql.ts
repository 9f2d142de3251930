// The type of a check of the audit, and checks as queries.
import { type Db, sql } from '../platform/database.ts';

export type Breach = Record<string, unknown>;

export type AuditCheck = {
  id: string;
  invariant: string;
  /** `always`: in every committed state. `settled`: once the jobs that are due have run. */
  holds: 'always' | 'settled';
  /** The rows that break the invariant, at most 20. */
  find: (db: Db) => Promise<Breach[]>;
};

const maxRows = 20;

/** A check by one query, which selects the rows that break the invariant. */
export function bySql(query: string): AuditCheck['find'] {
  return async (db) => (await sql<Breach>`${sql.raw(query)} limit ${sql.lit(maxRows)}`.execute(db)).rows;
}

/** Each distinct selection with its price. Quoted orders are left out: their price was agreed with our team. */
export async function selectPrices(db: Db): Promise<
  {
    number: string;
    phone_count: number;
    period: 'day' | 'week' | 'month';
    number_of_periods: number;
    amount: number;
  }[]
> {
  const result = await sql<{
    number: string;
    phone_count: number;
    period: 'day' | 'week' | 'month';
    number_of_periods: number;
    amount: number;
  }>`
    select min(o.number) as number, o.phone_count, o.period, o.number_of_periods, o.amount from orders o
    where not exists (select 1 from state_changes c
                      where c.kind = 'order' and c.row_id = o.id and c.to_state = 'quoted')
    group by o.phone_count, o.period, o.number_of_periods, o.amount`.execute(db);
  return result.rows;
}

/**
 * How many devices are free for a period that starts more than 24 hours ahead. Computed in another way than the stock
 * does: from the tenants' times, without the column `occupied` and its indexes.
 */
export async function countFreeByTenants(
  db: Db,
  period: { starts_at: string; expires_at: string },
): Promise<number> {
  const result = await sql<{ free: number }>`
    select count(*)::int as free from devices d
    where d.state in ('ready', 'cleaning') and d.runner_state <> 'quarantined' and not exists (
      select 1 from assignments a
      where a.device_id = d.id and a.state <> 'ended' and (a.state <> 'held' or a.hold_expires_at > (select app_now()))
        and a.starts_at - interval '60 minutes' < ${period.expires_at}::timestamptz
        and (a.expires_at is null or a.expires_at + a.turnover_buffer > ${period.starts_at}::timestamptz))`.execute(
    db,
  );
  return result.rows[0]?.free ?? 0;
}
