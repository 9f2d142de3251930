// The only SQL of orders.
import type { Order } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export async function selectOrders(
  db: Db,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  const rows = await sql<Order>`
    select id, number, state, phone_count, start_date, end_date, period, number_of_periods, currency, amount,
           created_at
    from orders where user_id = ${userId}
    order by created_at desc, id offset ${page.offset} limit ${page.limit}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*) as total from orders where user_id = ${userId}`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}
