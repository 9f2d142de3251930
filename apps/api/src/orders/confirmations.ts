// The mail that confirms a payment. Phones that are rented from now on are mostly ready within a minute: then one mail says
// both. An order that starts later, and an extension, are confirmed at once.
import { listRecipients } from '../access/access.ts';
import { listOrderedPhones } from '../assignments/assignments.ts';
import { type Mail, queueMails } from '../mail/mail.ts';
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
  await queueMails(tx, await confirmationsOf(deps, tx, order, { hasStarted, paidWith, readyTags: [] }));
}

/** The confirmations that were to wait for these orders' phones, which are ready now, by order. */
export async function takeReadyConfirmations(
  deps: MailDeps,
  tx: Tx,
  ready: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, Mail[]>> {
  const mails = new Map<string, Mail[]>();
  if (ready.size === 0) return mails;
  for (const { orderId, paidWith } of await takeConfirmations(tx, [...ready.keys()])) {
    const order = await getOrderRow(tx, orderId);
    const readyTags = ready.get(orderId) ?? [];
    mails.set(orderId, await confirmationsOf(deps, tx, order, { hasStarted: true, paidWith, readyTags }));
  }
  return mails;
}

/** Queues the confirmations of orders whose phones take longer. */
export async function sendDueConfirmations(deps: MailDeps, tx: Tx): Promise<void> {
  for (const { orderId, paidWith } of await takeDueConfirmations(tx, dueAtOnce)) {
    const order = await getOrderRow(tx, orderId);
    await queueMails(
      tx,
      await confirmationsOf(deps, tx, order, { hasStarted: true, paidWith, readyTags: [] }),
    );
  }
}

/** One for each who gets it. */
async function confirmationsOf(
  deps: MailDeps,
  tx: Tx,
  order: OrderRow,
  facts: { hasStarted: boolean; paidWith: string; readyTags: readonly string[] },
): Promise<Mail[]> {
  const extended = isExtension(order) ? await listOrderedPhones({ db: tx }, [order.id]) : [];
  const lost = await selectLostExtensions(tx, order.id);
  const paid = { ...order, extended, lost, ...facts };
  const recipients = await listRecipients(tx, [order]);
  return recipients.map(({ email, first_name }) => ({
    to: email,
    template: 'order_paid',
    content: orderPaidMail(first_name, paid, deps.config.publicUrl),
  }));
}

async function getOrderRow(tx: Db, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(tx, orderId);
  if (order === undefined) throw new Error(`there is no order ${orderId} to confirm`);
  return order;
}
