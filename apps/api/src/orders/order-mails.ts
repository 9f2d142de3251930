// Mails about orders. Instants are written in UTC, because a mail doesn't know the reader's time zone.
import { brand, usd } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';
import { instantText } from './instant-text.ts';
import type { OrderRow } from './orders.sql.ts';

/** `phone` is the phone that an extension extends. */
type PaidOrder = OrderRow & { hasStarted: boolean; phone: { tag: string; model: string } | undefined };

/** Confirmation and receipt of a payment. */
export function orderPaidMail(firstName: string, order: PaidOrder, url: string): MailContent {
  return {
    subject: `Order ${order.number}: your ${brand.name} rental is confirmed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [`Thank you, we have received your payment. ${paidText(order)}`],
    button: { label: 'Go to your phones', url: `${url}/devices` },
    facts: [...factsOf(order), ['Total paid', usd(order.amount)]],
    notes: [
      'Please keep this email as your receipt.',
      `You can download a PDF receipt from your account history: ${url}/history`,
    ],
  };
}

function paidText(order: PaidOrder): string {
  const { phone, hasStarted } = order;
  const isOne = order.phone_count === 1;
  if (order.extends_assignment_id !== null)
    return `You can keep your phone ${phone?.tag ?? ''} until ${instantText(order.end_date)}.`;
  if (hasStarted)
    return `We are preparing your ${phonesOf(order.phone_count)} for you now, and will email you as soon as you can use ${isOne ? 'it' : 'them'}.`;
  return `Your ${phonesOf(order.phone_count)} will open at ${instantText(order.start_date)}.`;
}

function factsOf({ phone, ...order }: PaidOrder): [string, string][] {
  return [
    ['Order', order.number],
    phone ? ['Phone', `${phone.tag}, ${phone.model}`] : ['Phones', String(order.phone_count)],
    ['From', instantText(order.start_date)],
    ['To', instantText(order.end_date)],
  ];
}

/** To the customer. */
export function requestReceivedMail(firstName: string, order: OrderRow, url: string): MailContent {
  return {
    subject: `Request ${order.number} received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have received your rental request ${order.number}. Our sales team will contact you within ${brand.salesAnswerHours} hours.`,
      rentalText(order),
      `Estimated total: ${usd(order.amount)}. Final pricing will be confirmed by our sales team.`,
    ],
    button: { label: 'See your orders', url: `${url}/history` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
}

/** To our sales team. */
export function requestForSalesMail(
  customer: { first_name: string; last_name: string; username: string; email: string },
  order: OrderRow,
  availableNow: number,
): MailContent {
  return {
    subject: `Rental request ${order.number}: ${order.phone_count} phones`,
    greeting: 'Hello team,',
    paragraphs: [
      `${customer.first_name} ${customer.last_name} (${customer.username}, ${customer.email}) requests phones.`,
      rentalText(order),
      `Estimated total: ${usd(order.amount)}. Available when the request was sent: ${availableNow}.`,
    ],
    notes: [`We have promised a response within ${brand.salesAnswerHours} hours.`],
  };
}

function rentalText(order: OrderRow): string {
  return `Phones: ${order.phone_count}. From ${instantText(order.start_date)} to ${instantText(order.end_date)}.`;
}

function phonesOf(count: number): string {
  return count === 1 ? 'phone' : `${count} phones`;
}
