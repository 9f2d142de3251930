// Phones that our team reserves for a quote: a hold of named phones that lasts days. It ends when it is paid, replaced by
// another quote, or over; the phones are then free for others, and the quote can still be paid while phones are free.
import { brand, longestReservationDays, modelsInWords } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import {
  countFreeDevices,
  holdDevices,
  listFailedReserved,
  lockStock,
  replaceReserved,
} from '../assignments/assignments.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { instantText } from '../platform/instant-text.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { buyerOf } from './buyer.ts';
import { mailBuyer } from './buyer-mails.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, type OrderRow } from './orders.sql.ts';
import { expireHoldTask } from './orders.tasks.ts';
import { freeStaleHolds } from './place-order.ts';
import { reservationEndedForSalesMail, reservationEndedMail } from './quote-mails.ts';
import { selectQuote } from './quotes.sql.ts';
import { invalidField } from './selection.ts';

/**
 * All phones of the order or none. The caller holds the stock lock and has released what the order held. Throws
 * invalid_input for an end that can't be, short_of_phones.
 */
export async function reservePhones(
  deps: { clock: Clock },
  tx: Tx,
  order: OrderRow,
  { valid_until, reserve_until }: { valid_until: string; reserve_until: string },
): Promise<void> {
  refuseEnd(Date.parse(reserve_until), order, valid_until, deps.clock.nowMs());
  const period = { starts_at: order.start_date, expires_at: order.end_date };
  const hold = {
    ...period,
    ...buyerOf(order),
    order_id: order.id,
    reserved_until: reserve_until,
    models: order.models ?? [],
  };
  if ((await holdDevices(tx, order.phone_count, hold)) === undefined) {
    const free = await countFreeDevices(tx, period);
    const models = modelsInWords(order.models ?? [], order.phone_count);
    const short =
      models === null
        ? `Only ${free} of ${order.phone_count} phones are free`
        : `Not all of the chosen models (${models}) are free`;
    const detail = `${short} from ${instantText(order.start_date)} to ${instantText(order.end_date)}. Choose other dates, or send the quote without a reservation.`;
    throw new AppError('short_of_phones', { detail, fields: { reserve_until: detail } });
  }
  await enqueue(
    tx,
    expireHoldTask,
    { order_id: order.id },
    { runAt: reserve_until, key: `reservation:${order.id}` },
  );
}

function refuseEnd(untilMs: number, order: OrderRow, validUntil: string, nowMs: number): void {
  const refuse = (detail: string) => invalidField('reserve_until', detail);
  if (untilMs <= nowMs) throw refuse('This time is past. Reserve the phones until a later time.');
  if (untilMs > nowMs + longestReservationDays * 86_400_000)
    throw refuse(`Phones can be reserved for ${longestReservationDays} days at most.`);
  if (untilMs > Date.parse(order.start_date))
    throw refuse(
      `The rental begins on ${instantText(order.start_date)}. Reserve the phones until then at the latest.`,
    );
  if (untilMs > Date.parse(validUntil))
    throw refuse(
      `The quote is valid until ${instantText(validUntil)}. Reserve the phones until then at the latest, or make the quote valid for longer.`,
    );
}

const replacedAtOnce = 100;

/**
 * Gives reservations another phone for one that has failed. A reservation without a replacement is on the console's first page. Takes
 * the stock lock for one phone at a time.
 */
export async function replaceFailedReserved(deps: { db: Db; log: Log }): Promise<void> {
  for (const id of await listFailedReserved(deps.db, replacedAtOnce)) {
    const replaced = await inTransaction(deps.db, async (tx) => {
      await lockStock(tx);
      await freeStaleHolds(tx);
      return replaceReserved(tx, id);
    });
    if (replaced) deps.log.info({ order_id: replaced.order_id }, 'a reserved phone that failed was replaced');
  }
}

/** Tells customer and sales team that a quote no longer reserves phones, unless it was paid or replaced meanwhile. */
export async function mailReservationEnded(
  deps: { db: Db; config: { publicUrl: string } },
  orderId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.state !== 'quoted') return;
    await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
    const quote = await selectQuote(tx, orderId);
    const isValid = quote?.is_valid === true;
    await mailBuyer(tx, order, 'reservation_ended', (firstName) =>
      reservationEndedMail(firstName, order, isValid, deps.config.publicUrl),
    );
    const user = await getUser({ db: tx }, order.user_id);
    const forSales = reservationEndedForSalesMail(user, order);
    await queueMail(tx, {
      to: brand.salesEmail,
      template: 'reservation_ended_for_sales',
      content: forSales,
      replyTo: user.email,
    });
  });
}
