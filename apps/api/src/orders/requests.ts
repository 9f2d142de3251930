// Sales requests: orders for more phones than are free, or with another way to pay. A request is stored once, and mailed
// to the customer and our sales team.
import { createHash, randomUUID } from 'node:crypto';
import type { Order } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { getUser, refuseRestricted } from '../accounts/accounts.ts';
import { countFreeDevices, findUnknownModels } from '../assignments/assignments.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Reach } from '../platform/principal.ts';
import { refuseRemoved } from './budgets.ts';
import { type Buyer, buyerOf, placedBy } from './buyer.ts';
import { mailBuyer } from './buyer-mails.ts';
import type { OrdersDeps } from './check-availability.ts';
import { requestForSalesMail, requestReceivedMail } from './order-mails.ts';
import { orderChanged } from './orders.events.ts';
import { insertOrder, insertRequest, lockRequest, type OrderRow, selectOrder } from './orders.sql.ts';
import { chosenModelsOf, type Quote, quoteSelection, type Selection, unknownModel } from './selection.ts';

const requestLimit: Limit = { name: 'sales-request', count: 20, windowS: 3_600 };

type RequestDeps = OrdersDeps & { config: { publicUrl: string } };

/**
 * Stores a request and sends the mails. A second call with the same key returns the same request and sends nothing. Throws
 * invalid_input, idempotency_key_reused when the selection or the note differs, too_many_requests.
 */
export async function requestOrder(
  deps: RequestDeps,
  buyer: Reach,
  { note = '', ...selection }: Selection & { note?: string | undefined },
  givenKey: string | undefined,
): Promise<Order> {
  // Without a key each call is a new request.
  const key = givenKey ?? randomUUID();
  const fingerprint = fingerprintOf(selection, note, buyer);
  return inTransaction(deps.db, async (tx) => {
    const earlier = await lockRequest(tx, buyer.user_id, key);
    if (earlier !== undefined) {
      if (!earlier.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused');
      return getStored(tx, earlier.order_id);
    }
    await refuseRemoved(tx, buyer);
    await refuseRestricted(tx, buyer.user_id);
    const quote = quoteSelection(selection, deps.clock.nowMs());
    const models = chosenModelsOf(selection).map(({ model }) => model);
    const [unknown] = models.length === 0 ? [] : await findUnknownModels(tx, models);
    if (unknown !== undefined) throw unknownModel(unknown);
    await countAgainstLimit(tx, requestLimit, buyer.user_id);
    const order = await insertOrder(tx, { ...selection, ...quote, ...placedBy(buyer), state: 'requested' });
    await insertRequest(tx, { user_id: buyer.user_id, key, fingerprint, order_id: order.id, note });
    await mailBothSides(deps, tx, order, { quote, note });
    await publish(tx, orderChanged, { order_id: order.id, ...buyerOf(order) });
    return order;
  });
}

async function mailBothSides(
  deps: RequestDeps,
  tx: Tx,
  order: OrderRow,
  { quote, note }: { quote: Quote; note: string },
): Promise<void> {
  const user = await getUser({ db: tx }, order.user_id);
  await mailBuyer(tx, order, 'request_received', (firstName) =>
    requestReceivedMail(firstName, order, note, deps.config.publicUrl),
  );
  const availableNow = await countFreeDevices(tx, quote);
  const forSales = requestForSalesMail(user, order, { note, availableNow });
  await queueMail(tx, {
    to: brand.salesEmail,
    template: 'request_for_sales',
    content: forSales,
    replyTo: user.email,
  });
}

async function getStored(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(tx, orderId);
  if (order === undefined) throw new AppError('not_found');
  return order;
}

/** Equal for equal requests, whatever the order of their fields or the format of their start. */
function fingerprintOf(selection: Selection, note: string, { user_id, workspace_id }: Buyer): Buffer {
  const { phone_count, start_date, period, number_of_periods } = selection;
  const models = chosenModelsOf(selection);
  const team = workspace_id === user_id ? [] : [{ team: workspace_id }];
  // Of a personal request without models and note it is the fingerprint that older versions stored.
  const more = [...(models.length > 0 ? [models] : []), ...(note === '' ? [] : [note])];
  const fields = [phone_count, Date.parse(start_date), period, number_of_periods, ...more, ...team];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
