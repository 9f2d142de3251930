import { type Db, sql } from '../platform/database.ts';

export async function insertConfirmation(tx: Db, orderId: string, waitS: number): Promise<void> {
  await sql`
    insert into order_confirmations (order_id, due_at) values (${orderId}, app_now() + make_interval(secs => ${waitS}))
    on conflict do nothing`.execute(tx);
}

/** Those of these orders whose confirmation is still to be mailed: the caller mails it. */
export async function takeConfirmations(tx: Db, orderIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ order_id: string }>`
    delete from order_confirmations where order_id = any(${sql.val(orderIds)}::uuid[]) returning order_id`.execute(
    tx,
  );
  return result.rows.map(({ order_id }) => order_id);
}

/** Those that have waited long enough; nodes that run this at the same time take different ones. */
export async function takeDueConfirmations(tx: Db, limit: number): Promise<string[]> {
  const result = await sql<{ order_id: string }>`
    delete from order_confirmations where order_id in (
      select order_id from order_confirmations where due_at <= app_now()
      order by due_at limit ${limit} for update skip locked)
    returning order_id`.execute(tx);
  return result.rows.map(({ order_id }) => order_id);
}
