// Mails about refunds: to the customer, and to our team when it has to send the money by hand.
import type { Refund } from '@pocketfleet/contract';
import { brand, usd } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import { type MailContent, queueMail } from '../mail/mail.ts';
import type { Tx } from '../platform/database.ts';
import { mailBuyer } from './buyer-mails.ts';
import type { EndOfRefunded } from './end-early.ts';
import { lockOrder, type OrderRow } from './orders.sql.ts';

export type RefundNotice = {
  /** Cents. */
  amount: number;
  /**
   * `card`: sent to the card now. `held`: sent once the customer's bank has decided a dispute. `by_hand`: our team
   * has to send it. `sent`: our team has sent it.
   */
  way: 'card' | 'held' | 'by_hand' | 'sent';
  reason: Refund['reason'];
  /** Takes the place of the reason's own sentence. */
  why?: string;
};

/** Mails the customer about a refund, and our team when it has to send it. */
export async function mailRefund(tx: Tx, orderId: string, refund: RefundNotice): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return;
  await mailBuyer(tx, order, 'refund_started', (firstName) => refundMail(firstName, order, refund));
  if (refund.way !== 'by_hand') return;
  const user = await getUser({ db: tx }, order.user_id);
  const content: MailContent = {
    subject: `Order ${order.number}: send ${usd(refund.amount)} back by hand`,
    greeting: 'Hello team,',
    paragraphs: [
      `${user.first_name} ${user.last_name} (${user.username}, ${user.email}) gets ${usd(refund.amount)} back. The order was not paid by card, so our team has to send the money.`,
    ],
    facts: [
      ['Order', order.number],
      ['Why', refund.reason.replaceAll('_', ' ')],
    ],
    notes: ['We have told the customer that you will contact them.'],
  };
  await queueMail(tx, { to: brand.salesEmail, template: 'refund_by_hand', content, replyTo: user.email });
}

/** Mails the customer about a refund that was made at the payment provider, and what it means for the order. */
export async function mailRefundedElsewhere(
  tx: Tx,
  orderId: string,
  refund: { amount: number; end: EndOfRefunded },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return;
  const isRunning = order.state === 'paid' && refund.end === 'unchanged';
  const meaning: Record<EndOfRefunded, string> = {
    cancelled: 'Your order was refunded in full, so it is cancelled.',
    ended: 'Your rental was refunded in full, so it has ended.',
    shortened: 'The time that you added to your rental is cancelled. Your rental ends at its original time.',
    unchanged: isRunning ? 'Your rental continues as before.' : 'You don’t have to do anything.',
  };
  await mailBuyer(tx, order, 'refund_started', (firstName) => ({
    subject: `Order ${order.number}: your payment is being refunded`,
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We are refunding ${usd(refund.amount)} of this order to your card. It usually takes 5 to 10 days to appear.`,
      meaning[refund.end],
    ],
    facts: [
      ['Order', order.number],
      ['Refund', usd(refund.amount)],
    ],
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  }));
}

function refundMail(firstName: string, order: OrderRow, refund: RefundNotice): MailContent {
  const amount = usd(refund.amount);
  const how: Record<RefundNotice['way'], string> = {
    card: `We’re refunding ${amount} to your card. You don’t have to do anything; it usually takes 5 to 10 days to appear.`,
    held: `Your bank is checking a dispute about this payment, so we can’t send a refund yet. If the bank decides that we keep the payment, we will refund ${amount} to your card.`,
    sent: `We have refunded ${amount} to the account that you paid from.`,
    by_hand: `We are refunding ${amount}. Our team will contact you about how to send it.`,
  };
  return {
    subject:
      refund.way === 'held'
        ? `Order ${order.number}: your refund is waiting for your bank`
        : `Order ${order.number}: your payment is being refunded`,
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [refund.why ?? reasons[refund.reason], how[refund.way]],
    facts: [
      ['Order', order.number],
      ['Refund', usd(refund.amount)],
    ],
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
}

const reasons: Record<Refund['reason'], string> = {
  no_phones: 'Your payment arrived after your reservation had ended, and no phones were free.',
  order_cancelled: 'Your order is cancelled.',
  paid_twice: 'Your order was paid twice.',
  not_started: 'We were unable to provide a working phone. We’re sorry.',
  phone_failed:
    'Your phone failed, and no other phone was free. We are refunding the full days that you couldn’t use. We’re sorry.',
  operator: 'Our team has refunded your order.',
  at_provider: 'Our team has refunded your order.',
};
