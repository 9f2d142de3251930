import { type Db, sql } from '../platform/database.ts';

export type Confirmation = { orderId: string; paidWith: string };

export async function insertConfirmation(
  tx: Db,
  orderId: string,
  paidWith: string,
  waitS: number,
): Promise<void> {
  await sql`
    insert into order_confirmations (order_id, paid_with, due_at)
    values (${orderId}, ${paidWith}, app_now() + make_interval(secs => ${waitS}))
    on conflict do nothing`.execute(tx);
}

/** Those of these orders whose confirmation is still to be mailed: the caller mails it. */
export async function takeConfirmations(tx: Db, orderIds: readonly string[]): Promise<Confirmation[]> {
  const result = await sql<Confirmation>`
    delete from order_confirmations where order_id = any(${sql.val(orderIds)}::uuid[])
    returning order_id as "orderId", paid_with as "paidWith"`.execute(tx);
  return result.rows;
}

/** Takes the confirmations that have waited long enough; nodes that run this at the same time take different ones. */
export async function takeDueConfirmations(tx: Db, limit: number): Promise<Confirmation[]> {
  const result = await sql<Confirmation>`
    delete from order_confirmations where order_id in (
      select order_id from order_confirmations where due_at <= app_now()
      order by due_at limit ${limit} for update skip locked)
    returning order_id as "orderId", paid_with as "paidWith"`.execute(tx);
  return result.rows;
}
