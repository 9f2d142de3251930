// How our team answers a sales request: with a quote, whose amount and dates become the order's, or by closing it. A quote
// reserves phones only when our team says so.
import { usd } from '@pocketfleet/rules';
import { lockStock, releaseHold } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { buyerOf } from './buyer.ts';
import { mailBuyer } from './buyer-mails.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, type OrderRow, updateState } from './orders.sql.ts';
import { freeStaleHolds } from './place-order.ts';
import { type QuotedDates, quoteDates } from './quote-dates.ts';
import { quoteMail } from './quote-mails.ts';
import {
  insertQuote,
  type QuoteOfOrder,
  selectQuote,
  selectQuotes,
  updateQuotedOrder,
} from './quotes.sql.ts';
import { reservePhones } from './reservations.ts';

type QuoteInput = QuotedDates & {
  amount: number;
  note: string;
  valid_days: number;
  /** Until when phones are reserved for the quote; none are when it is left out. */
  reserve_until?: string | undefined;
  operator_id: string;
  /** True when the order may still be paid by card. */
  is_for_cards: boolean;
};

/** The latest quote of each of these orders that has one. */
export function listQuotes(db: Db, orderIds: readonly string[]): Promise<QuoteOfOrder[]> {
  return selectQuotes(db, orderIds);
}

/**
 * A newer quote replaces an older one, with its reservation. Throws not_found, conflict when the order is not an open
 * request, invalid_input for dates that can't be, and short_of_phones when there are too few phones to reserve.
 */
export async function sendQuote(
  deps: { clock: Clock; config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  input: QuoteInput,
): Promise<void> {
  await lockStock(tx);
  await freeStaleHolds(tx);
  const before = await lockRequest(tx, orderId);
  await releaseHold(tx, orderId);
  const order = { ...before, ...quoteDates(before, input, deps.clock.nowMs()), amount: input.amount };
  await updateQuotedOrder(tx, order);
  const { valid_until } = await insertQuote(tx, { ...input, order_id: orderId });
  const { reserve_until } = input;
  if (reserve_until !== undefined) await reservePhones(deps, tx, order, { valid_until, reserve_until });
  if (order.state === 'requested') await updateState(tx, orderId, 'quoted');
  await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
  await mailBuyer(tx, order, 'quote', (firstName) =>
    quoteMail(firstName, order, { ...input, valid_until }, deps.config.publicUrl),
  );
}

/** Closes a request without a rental. Throws not_found, and conflict when the order is not an open request. */
export async function closeRequest(tx: Tx, orderId: string): Promise<void> {
  await lockStock(tx);
  const order = await lockRequest(tx, orderId);
  await releaseHold(tx, orderId);
  await updateState(tx, orderId, 'lost');
  await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
}

/**
 * Locks a quoted order for a payment by hand. Throws not_found, already_done when it is paid, conflict when it wasn't
 * quoted or the quote has expired, and invalid_input when the amount is not the quote's.
 */
export async function lockQuotedOrder(tx: Tx, orderId: string, amount: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new AppError('not_found');
  if (order.state === 'paid') throw new AppError('already_done', { detail: 'This order is paid.' });
  const quote = await selectQuote(tx, orderId);
  if (order.state === 'awaiting_payment') {
    throw new AppError('conflict', { detail: 'The customer is paying for this order by card right now.' });
  }
  if (order.state !== 'quoted' || quote === undefined) {
    throw new AppError('conflict', {
      detail: `This order is ${order.state} and has no open quote. Quote it first.`,
    });
  }
  if (!quote.is_valid) throw new AppError('conflict', { detail: 'The quote has expired. Quote again.' });
  if (quote.amount !== amount) {
    const detail = `The quote is ${usd(quote.amount)}.`;
    throw new AppError('invalid_input', { detail, fields: { amount: detail } });
  }
  return order;
}

async function lockRequest(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw new AppError('not_found');
  if (order.state === 'requested' || order.state === 'quoted') return order;
  throw new AppError('conflict', { detail: `This order is ${order.state}. It is not an open request.` });
}
