// Sales requests: a wish for more phones than there are, or for another way to pay. The team answers it; this
// stores it once and tells both sides.
import { createHash, randomUUID } from 'node:crypto';
import type { Order } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { getUser, refuseRestricted } from '../accounts/accounts.ts';
import { countFree } from '../assignments/assignments.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { OrdersDeps } from './check-availability.ts';
import { requestForSalesMail, requestReceivedMail } from './order-mails.ts';
import { orderChanged } from './orders.events.ts';
import { insertOrder, insertRequest, lockRequest, type OrderRow, selectOrder } from './orders.sql.ts';
import { type Quote, quoteSelection, type Selection } from './selection.ts';

const requestLimit: Limit = { name: 'sales-request', count: 20, windowS: 3_600 };

type RequestDeps = OrdersDeps & { config: { publicUrl: string } };

/**
 * Stores a request and mails both sides; the same key gives the same request and sends nothing again. Throws
 * invalid_input, idempotency_key_reused for another selection, too_many_requests.
 */
export async function requestOrder(
  deps: RequestDeps,
  userId: string,
  selection: Selection,
  givenKey: string | undefined,
): Promise<Order> {
  // Without a key each call is a request of its own.
  const key = givenKey ?? randomUUID();
  const fingerprint = fingerprintOf(selection);
  return inTransaction(deps.db, async (tx) => {
    const earlier = await lockRequest(tx, userId, key);
    if (earlier !== undefined) {
      if (!earlier.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused');
      return getStored(tx, earlier.order_id);
    }
    await refuseRestricted(tx, userId);
    const quote = quoteSelection(selection, deps.clock.nowMs());
    await countAgainstLimit(tx, requestLimit, userId);
    const order = await insertOrder(tx, { ...selection, ...quote, user_id: userId, state: 'requested' });
    await insertRequest(tx, { user_id: userId, key, fingerprint, order_id: order.id });
    await tellBothSides(deps, tx, order, quote);
    await publish(tx, orderChanged, { order_id: order.id, user_id: userId });
    return order;
  });
}

async function tellBothSides(deps: RequestDeps, tx: Tx, order: OrderRow, quote: Quote): Promise<void> {
  const user = await getUser({ db: tx }, order.user_id);
  const received = requestReceivedMail(user.first_name, order, deps.config.publicUrl);
  await queueMail(tx, { to: user.email, template: 'request_received', content: received });
  const forSales = requestForSalesMail(user, order, await countFree(tx, quote));
  await queueMail(tx, { to: brand.salesEmail, template: 'request_for_sales', content: forSales });
}

async function getStored(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(tx, orderId);
  if (order === undefined) throw new AppError('not_found');
  return order;
}

/** Equal for equal wishes, however their fields were ordered or their instant was written. */
function fingerprintOf(selection: Selection): Buffer {
  const { phone_count, start_date, period, number_of_periods } = selection;
  const wish = [phone_count, Date.parse(start_date), period, number_of_periods];
  return createHash('sha256').update(JSON.stringify(wish)).digest();
}
