// How our team answers a sales request: with a quote, whose amount becomes the order's price, or by closing it.
import { brand, usd } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import { type MailContent, queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { instantText } from './instant-text.ts';
import { modelsFact } from './order-mails.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, type OrderRow, updateState } from './orders.sql.ts';
import { insertQuote, type QuoteOfOrder, selectQuote, selectQuotes, updateAmount } from './quotes.sql.ts';

type QuoteInput = {
  amount: number;
  note: string;
  valid_days: number;
  operator_id: string;
  /** Whether the order may still be paid by card. */
  is_for_cards: boolean;
};

/** The latest quote of each of these orders that has one. */
export function listQuotes(db: Db, orderIds: readonly string[]): Promise<QuoteOfOrder[]> {
  return selectQuotes(db, orderIds);
}

/** A newer quote replaces an older one. Throws not_found, and conflict when the order is not an open request. */
export async function sendQuote(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  input: QuoteInput,
): Promise<void> {
  const order = await lockRequest(tx, orderId);
  await updateAmount(tx, orderId, input.amount);
  const { valid_until } = await insertQuote(tx, { ...input, order_id: orderId });
  if (order.state === 'requested') await updateState(tx, orderId, 'quoted');
  await publish(tx, orderChanged, { order_id: orderId, user_id: order.user_id });
  const user = await getUser({ db: tx }, order.user_id);
  const content = quoteMail(
    user.first_name,
    { ...order, amount: input.amount },
    { ...input, valid_until },
    deps.config.publicUrl,
  );
  await queueMail(tx, { to: user.email, template: 'quote', content });
}

/** Closes a request without a rental. Throws not_found, and conflict when the order is not an open request. */
export async function closeRequest(tx: Tx, orderId: string): Promise<void> {
  const order = await lockRequest(tx, orderId);
  await updateState(tx, orderId, 'lost');
  await publish(tx, orderChanged, { order_id: orderId, user_id: order.user_id });
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

function quoteMail(
  firstName: string,
  order: OrderRow,
  quote: { note: string; valid_until: string; is_for_cards: boolean },
  url: string,
): MailContent {
  return {
    subject: `Your quote for request ${order.number}`,
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Thank you for your request. This is our quote.',
      ...quote.note.split(/\n+/).filter((line) => line.trim() !== ''),
      quote.is_for_cards
        ? 'You can pay by card with the button below. To pay by bank transfer or cryptocurrency, or to ask a question, reply to this email.'
        : 'To pay by bank transfer or cryptocurrency, or to ask a question, reply to this email.',
    ],
    ...(quote.is_for_cards
      ? { button: { label: `Pay ${usd(order.amount)} by card`, url: `${url}/rent/payment?pay=${order.id}` } }
      : {}),
    facts: [
      ['Phones', String(order.phone_count)],
      ...modelsFact(order),
      ['From', instantText(order.start_date)],
      ['To', instantText(order.end_date)],
      ['Price', usd(order.amount)],
      ['Valid until', instantText(quote.valid_until)],
    ],
    notes: [
      `You can also find this quote in your orders: ${url}/history`,
      `Questions? Reply to this email, or write to ${brand.salesEmail}.`,
    ],
  };
}
