// What orders write to their customers. Instants are told in UTC: mails know no browser's zone.
import { brand, usd } from '@pocketfleet/rules';
import type { MailContent } from '../mail/mail.ts';
import type { OrderRow } from './orders.sql.ts';

/** Confirmation and receipt: the phones are there, or will be at the start. */
export function orderPaidMail(
  firstName: string,
  order: OrderRow,
  hasStarted: boolean,
  url: string,
): MailContent {
  const phones = phonesOf(order.phone_count);
  const news = hasStarted
    ? `Your ${phones} ${order.phone_count === 1 ? 'is' : 'are'} ready. You can use ${order.phone_count === 1 ? 'it' : 'them'} now.`
    : `Your ${phones} will open at ${instantText(order.start_date)}.`;
  return {
    subject: `Order ${order.number}: your ${brand.name} rental is confirmed`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Thank you, we have received your payment. ${news}`,
      `Order: ${order.number}. Phones: ${order.phone_count}. From ${instantText(order.start_date)} to ${instantText(order.end_date)}.`,
      `Total paid: ${usd(order.amount)}.`,
    ],
    button: { label: 'Go to your phones', url: `${url}/devices` },
    notes: ['Please keep this email as your receipt.'],
  };
}

/** The money came too late for the phones, or for nothing: it goes back by itself. */
export function refundStartedMail(firstName: string, order: OrderRow, amount: number): MailContent {
  return {
    subject: `Order ${order.number}: your payment is being refunded`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `Your payment for order ${order.number} reached us when the phones were no longer reserved for you, and none were free any more.`,
      `We are refunding ${usd(amount)} in full to your card. You don't have to do anything; it usually takes 5 to 10 days to appear.`,
    ],
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
}

/** To the customer: his request is with the team. */
export function requestReceivedMail(firstName: string, order: OrderRow, url: string): MailContent {
  return {
    subject: `Request ${order.number} received`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We have received your rental request ${order.number}. Our sales team will contact you within ${brand.salesAnswerHours} hours.`,
      wishText(order),
      `Estimated total: ${usd(order.amount)}. Final pricing will be confirmed by our sales team.`,
    ],
    button: { label: 'See your orders', url: `${url}/history` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
}

/** To the team's inbox. */
export function requestForSalesMail(
  customer: { first_name: string; last_name: string; username: string; email: string },
  order: OrderRow,
  availableNow: number,
): MailContent {
  return {
    subject: `Rental request ${order.number}: ${order.phone_count} phones`,
    greeting: 'Hello team,',
    paragraphs: [
      `${customer.first_name} ${customer.last_name} (${customer.username}, ${customer.email}) asks for phones.`,
      wishText(order),
      `Estimated total: ${usd(order.amount)}. Available when the request was sent: ${availableNow}.`,
    ],
    notes: [`Promised answer: within ${brand.salesAnswerHours} hours.`],
  };
}

function wishText(order: OrderRow): string {
  return `Phones: ${order.phone_count}. From ${instantText(order.start_date)} to ${instantText(order.end_date)}.`;
}

function phonesOf(count: number): string {
  return count === 1 ? 'phone' : `${count} phones`;
}

function instantText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
