// Mails about orders. Instants are written in UTC, because a mail doesn't know the reader's time zone.
import { brand, findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
import { type MailContent, panelUrl } from '../mail/mail.ts';
import { instantText } from '../platform/instant-text.ts';
import { buyerOf } from './buyer.ts';
import type { OrderRow } from './orders.sql.ts';

type ExtendedPhone = { tag: string; model: string; expires_at: string | null };

/** `extended`: the phones that an extension extends; `lost`: those that it could not extend any more. */
type PaidOrder = OrderRow & {
  hasStarted: boolean;
  /** "Visa ending in 4242"; empty where it isn't known. */
  paidWith: string;
  /** The phones that are ready already. */
  readyTags: readonly string[];
  extended: readonly ExtendedPhone[];
  lost: readonly { tag: string; amount: number }[];
};

/** Confirmation and receipt of a payment. */
export function orderPaidMail(firstName: string, order: PaidOrder, publicUrl: string): MailContent {
  const place = { publicUrl, ...buyerOf(order) };
  const isExtension = order.extended.length > 0;
  return {
    subject: `Order ${order.number}: your ${isExtension ? 'extension' : 'rental'} is confirmed`,
    title: isExtension ? 'Your extension has been confirmed' : 'Your phone rental has been confirmed',
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [`Thank you, we have received your payment. ${paidText(order)}`],
    button: { label: 'Go to your phones', url: panelUrl(place, '/devices') },
    facts: [
      ...factsOf(order),
      ['Total paid', usd(order.amount)],
      ...(order.paidWith === '' ? [] : [['Paid with', order.paidWith] as [string, string]]),
    ],
    notes: [
      `Download the PDF receipt from your account: ${panelUrl(place, '/history')}`,
      order.hasStarted || isExtension
        ? 'If a phone fails, we replace it or refund the unused full days.'
        : 'You can cancel before the start for a full refund.',
      `Questions? Reply to this email, or write to ${brand.salesEmail}.`,
    ],
  };
}

function paidText(order: PaidOrder): string {
  const { extended, hasStarted, readyTags } = order;
  const isOne = order.phone_count === 1;
  if (extended.length > 0) return extendedText(order);
  if (readyTags.length > 0) return isOne ? 'Your phone is ready.' : 'Your phones are ready.';
  if (hasStarted)
    return `We’re setting up your ${phonesOf(order.phone_count)} and will email you as soon as ${isOne ? 'it’s' : 'they’re'} ready.`;
  return `Your ${phonesOf(order.phone_count)} will open at ${instantText(order.start_date)}.`;
}

function extendedText({ extended, lost, ...order }: PaidOrder): string {
  const [only] = extended;
  const kept =
    order.phone_count === 1
      ? `You can keep your phone ${only?.tag ?? ''} until ${instantText(order.end_date)}.`
      : `You can keep ${extended.length} phones for longer.`;
  if (lost.length === 0) return kept;
  const cents = lost.reduce((sum, { amount }) => sum + amount, 0);
  const tags = lost.map(({ tag }) => tag).join(', ');
  return `${kept} We couldn’t extend ${tags} any more, so we’re refunding ${usd(cents)} of your payment.`;
}

function factsOf({ extended, readyTags, ...order }: PaidOrder): [string, string][] {
  return [
    ...phoneFacts(order, extended, readyTags),
    ...(order.phone_count === 1
      ? []
      : [['Price', `${order.phone_count} × ${usd(order.amount / order.phone_count)}`] as [string, string]]),
  ];
}

function phoneFacts(
  order: OrderRow,
  extended: readonly ExtendedPhone[],
  readyTags: readonly string[],
): [string, string][] {
  const [only] = extended;
  const time: [string, string][] = [
    ['Period', periodText(order)],
    ['Start', instantText(order.start_date)],
    ['End', instantText(order.end_date)],
  ];
  const phones = readyTags.length > 0 ? readyTags.join(', ') : String(order.phone_count);
  if (only === undefined) return [['Phones', phones], ...modelsFact(order), ...time];
  if (order.phone_count === 1) return [['Phone', `${only.tag}, ${only.model}`], ...time];
  // Each phone has an end of its own.
  const until = ({ expires_at }: ExtendedPhone) => (expires_at === null ? '' : instantText(expires_at));
  return [
    ['Period', periodText(order)],
    ...extended.map((phone): [string, string] => [phone.tag, `${phone.model}, until ${until(phone)}`]),
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
  publicUrl: string,
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
    button: { label: 'See your orders', url: panelUrl({ publicUrl, ...buyerOf(order) }, '/history') },
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
    subject: `Rental request ${order.number}: ${order.phone_count} ${order.phone_count === 1 ? 'phone' : 'phones'}`,
    greeting: 'Hello team,',
    paragraphs: [
      `${customer.first_name} ${customer.last_name} (${customer.username}, ${customer.email}) has requested phones.`,
      rentalText(order),
      `Estimated total: ${usd(order.amount)}. Available when the request was sent: ${availableNow}.`,
      ...(note === '' ? [] : ['The customer writes:', ...linesOf(note)]),
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
