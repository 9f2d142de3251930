// The SQL of quotes. All quotes of an order are kept; only the latest counts.
import { type Db, sql } from '../platform/database.ts';
import type { OrderDates } from './quote-dates.ts';

export async function insertQuote(
  tx: Db,
  quote: { order_id: string; amount: number; note: string; valid_days: number; operator_id: string },
): Promise<{ valid_until: string }> {
  const result = await sql<{ valid_until: string }>`
    insert into order_quotes (order_id, amount, note, valid_until, operator_id)
    values (${quote.order_id}, ${quote.amount}, ${quote.note}, app_now() + make_interval(days => ${quote.valid_days}),
            ${quote.operator_id})
    returning valid_until`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the quote was not stored');
  return row;
}

/** The price and the dates that a quote gives its order. */
export async function updateQuotedOrder(
  tx: Db,
  order: OrderDates & { id: string; amount: number },
): Promise<void> {
  await sql`
    update orders set amount = ${order.amount}, start_date = ${order.start_date}, end_date = ${order.end_date},
                      period = ${order.period}, number_of_periods = ${order.number_of_periods}
    where id = ${order.id}`.execute(tx);
}

/** False when the customer has already requested other dates than the latest quote's. */
export async function updateNewDatesRequested(tx: Db, orderId: string): Promise<boolean> {
  const result = await sql`
    update order_quotes set new_dates_asked_at = app_now()
    where id = (select id from order_quotes where order_id = ${orderId} order by created_at desc, id limit 1)
      and new_dates_asked_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export type QuoteOfOrder = {
  order_id: string;
  note: string;
  valid_until: string;
  is_valid: boolean;
  new_dates_asked_at: string | null;
};

/** The latest quote of each of these orders. */
export async function selectQuotes(db: Db, orderIds: readonly string[]): Promise<QuoteOfOrder[]> {
  const result = await sql<QuoteOfOrder>`
    select distinct on (order_id) order_id, note, valid_until, valid_until > app_now() as is_valid, new_dates_asked_at
    from order_quotes where order_id = any(${sql.val(orderIds)}::uuid[])
    order by order_id, created_at desc, id`.execute(db);
  return result.rows;
}

export async function selectQuote(
  tx: Db,
  orderId: string,
): Promise<{ amount: number; is_valid: boolean } | undefined> {
  const result = await sql<{ amount: number; is_valid: boolean }>`
    select amount, valid_until > app_now() as is_valid from order_quotes
    where order_id = ${orderId} order by created_at desc, id limit 1`.execute(tx);
  return result.rows[0];
}
