// A customer can't pay a quote, because too few phones are free for its dates: one click asks our team for other dates at
// the quoted price. A new quote answers the question.
import { brand } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import { countFreeDevices } from '../assignments/assignments.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Reach } from '../platform/principal.ts';
import { buyerOf } from './buyer.ts';
import type { OrdersDeps } from './check-availability.ts';
import { orderChanged } from './orders.events.ts';
import { lockOwnOrder } from './orders.sql.ts';
import { newDatesForSalesMail } from './quote-mails.ts';
import { updateNewDatesRequested } from './quotes.sql.ts';

/** A second call for the same quote changes and sends nothing. Throws not_found, and conflict for an order without a quote. */
export async function askForNewDates(deps: OrdersDeps, buyer: Reach, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOwnOrder(tx, buyer, orderId);
    if (order === undefined) throw new AppError('not_found');
    if (order.state !== 'quoted')
      throw new AppError('conflict', {
        detail: 'This order has no open quote, so there are no dates to move.',
      });
    if (!(await updateNewDatesRequested(tx, orderId))) return;
    const user = await getUser({ db: tx }, order.user_id);
    const free = await countFreeDevices(tx, { starts_at: order.start_date, expires_at: order.end_date });
    const content = newDatesForSalesMail(user, order, free);
    await queueMail(tx, {
      to: brand.salesEmail,
      template: 'new_dates_for_sales',
      content,
      replyTo: user.email,
    });
    await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
  });
}
