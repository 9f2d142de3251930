// Mails about orders. Instants are written in UTC, because a mail doesn't know the reader's time zone.
import { brand, findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';
import { instantText } from './instant-text.ts';
import type { OrderRow } from './orders.sql.ts';

/** `phone` is the phone that an extension extends. */
type PaidOrder = OrderRow & { hasStarted: boolean; phone: { tag: string; model: string } | undefined };

/** Confirmation and receipt of a payment. */
export function orderPaidMail(firstName: string, order: PaidOrder, url: string): MailContent {
  return {
    subject: `Order ${order.number}: your rental is confirmed`,
    title: 'Your phone rental has been confirmed',
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [`Thank you, we have received your payment. ${paidText(order)}`],
    button: { label: 'Go to your phones', url: `${url}/devices` },
    facts: [...factsOf(order), ['Total paid', usd(order.amount)]],
    notes: [
      `Download the PDF receipt from your account: ${url}/history`,
      `Questions? Reply to this email, or write to ${brand.salesEmail}.`,
    ],
  };
}

function paidText(order: PaidOrder): string {
  const { phone, hasStarted } = order;
  const isOne = order.phone_count === 1;
  if (order.extends_assignment_id !== null)
    return `You can keep your phone ${phone?.tag ?? ''} until ${instantText(order.end_date)}.`;
  if (hasStarted)
    return `We’re setting up your ${phonesOf(order.phone_count)} and will email you as soon as ${isOne ? 'it’s' : 'they’re'} ready.`;
  return `Your ${phonesOf(order.phone_count)} will open at ${instantText(order.start_date)}.`;
}

function factsOf({ phone, ...order }: PaidOrder): [string, string][] {
  return [
    phone ? ['Phone', `${phone.tag}, ${phone.model}`] : ['Phones', String(order.phone_count)],
    ...modelsFact(order),
    ['Period', periodText(order)],
    ['Start', instantText(order.start_date)],
    ['End', instantText(order.end_date)],
    ...(order.phone_count === 1
      ? []
      : [['Price', `${order.phone_count} × ${usd(order.amount / order.phone_count)}`] as [string, string]]),
  ];
}

/** Which models were chosen; nothing where any phone will do. */
export function modelsFact(order: OrderRow): [string, string][] {
  const models = modelsInWords(order.models ?? [], order.phone_count);
  return models === null ? [] : [['Models', models]];
}

export function periodText(order: OrderRow): string {
  const period = findRentalPeriodByLength(order.period, order.number_of_periods);
  return period?.label ?? `${order.number_of_periods} × ${order.period}`;
}

/** To the customer. */
export function requestReceivedMail(
  firstName: string,
  order: OrderRow,
  note: string,
  url: string,
): MailContent {
  return {
    subject: `Request ${order.number} received`,
    title: 'We’ve received your request',
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Our sales team will look for the phones, confirm the price and contact you within ${brand.salesAnswerHours} hours.`,
      ...(note === '' ? [] : ['You wrote:', ...linesOf(note)]),
    ],
    button: { label: 'See your orders', url: `${url}/history` },
    facts: [
      ['Phones', String(order.phone_count)],
      ...modelsFact(order),
      ['Period', periodText(order)],
      ['Start', instantText(order.start_date)],
      ['End', instantText(order.end_date)],
      ['Estimated total', usd(order.amount)],
    ],
    notes: [
      'Final pricing will be confirmed by our sales team.',
      `Questions? Reply to this email, or write to ${brand.salesEmail}.`,
    ],
  };
}

/** To our sales team. */
export function requestForSalesMail(
  customer: { first_name: string; last_name: string; username: string; email: string },
  order: OrderRow,
  { note, availableNow }: { note: string; availableNow: number },
): MailContent {
  return {
    subject: `Rental request ${order.number}: ${order.phone_count} phones`,
    greeting: 'Hello team,',
    paragraphs: [
      `${customer.first_name} ${customer.last_name} (${customer.username}, ${customer.email}) has requested phones.`,
      rentalText(order),
      `Estimated total: ${usd(order.amount)}. Available when the request was sent: ${availableNow}.`,
      ...(note === '' ? [] : ['What the customer writes:', ...linesOf(note)]),
    ],
    notes: [`We have promised a response within ${brand.salesAnswerHours} hours.`],
  };
}

function rentalText(order: OrderRow): string {
  const models = modelsInWords(order.models ?? [], order.phone_count);
  const which = models === null ? '' : ` (${models})`;
  return `Phones: ${order.phone_count}${which}. From ${instantText(order.start_date)} to ${instantText(order.end_date)}.`;
}

/** The paragraphs of a text that somebody typed. */
export function linesOf(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim() !== '');
}

export function phonesOf(count: number): string {
  return count === 1 ? 'phone' : `${count} phones`;
}
