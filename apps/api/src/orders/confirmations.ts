// The mail that confirms a payment. Phones that are rented from now on are mostly ready within a minute: then one mail says
// both. An order that starts later, and an extension, are confirmed at once.
import { getUser } from '../accounts/accounts.ts';
import { listOrderedPhones } from '../assignments/assignments.ts';
import { type Mail, queueMail } from '../mail/mail.ts';
import type { Db, Tx } from '../platform/database.ts';
import { insertConfirmation, takeConfirmations, takeDueConfirmations } from './confirmations.sql.ts';
import { selectLostExtensions } from './order-extensions.sql.ts';
import { orderPaidMail } from './order-mails.ts';
import { isExtension } from './order-state.ts';
import { type OrderRow, selectOrder } from './orders.sql.ts';

type MailDeps = { config: { publicUrl: string } };

const longestWaitS = 60;
const dueAtOnce = 500;

export async function confirmPayment(
  deps: MailDeps,
  tx: Tx,
  order: OrderRow,
  { hasStarted, paidWith }: { hasStarted: boolean; paidWith: string },
): Promise<void> {
  if (hasStarted && !isExtension(order)) return insertConfirmation(tx, order.id, paidWith, longestWaitS);
  await queueMail(tx, await confirmationOf(deps, tx, order, { hasStarted, paidWith, readyTags: [] }));
}

/** The confirmations that were to wait for these orders' phones, which are ready now, by order. */
export async function takeReadyConfirmations(
  deps: MailDeps,
  tx: Tx,
  ready: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Mail>> {
  const mails = new Map<string, Mail>();
  if (ready.size === 0) return mails;
  for (const { orderId, paidWith } of await takeConfirmations(tx, [...ready.keys()])) {
    const order = await getOrderRow(tx, orderId);
    const readyTags = ready.get(orderId) ?? [];
    mails.set(orderId, await confirmationOf(deps, tx, order, { hasStarted: true, paidWith, readyTags }));
  }
  return mails;
}

/** Queues the confirmations of orders whose phones take longer. */
export async function sendDueConfirmations(deps: MailDeps, tx: Tx): Promise<void> {
  for (const { orderId, paidWith } of await takeDueConfirmations(tx, dueAtOnce)) {
    const order = await getOrderRow(tx, orderId);
    await queueMail(tx, await confirmationOf(deps, tx, order, { hasStarted: true, paidWith, readyTags: [] }));
  }
}

async function confirmationOf(
  deps: MailDeps,
  tx: Tx,
  order: OrderRow,
  facts: { hasStarted: boolean; paidWith: string; readyTags: readonly string[] },
): Promise<Mail> {
  const user = await getUser({ db: tx }, order.user_id);
  const extended = isExtension(order) ? await listOrderedPhones({ db: tx }, [order.id]) : [];
  const lost = await selectLostExtensions(tx, order.id);
  const content = orderPaidMail(
    user.first_name,
    { ...order, extended, lost, ...facts },
    deps.config.publicUrl,
  );
  return { to: user.email, template: 'order_paid', content };
}

async function getOrderRow(tx: Db, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(tx, orderId);
  if (order === undefined) throw new Error(`there is no order ${orderId} to confirm`);
  return order;
}
