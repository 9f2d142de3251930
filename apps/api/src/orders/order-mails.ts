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

function phonesOf(count: number): string {
  return count === 1 ? 'phone' : `${count} phones`;
}

function instantText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
