// Mails about quotes: the quote itself, the end of its reservation, and a customer's question for other dates.
import { brand, usd } from '@pocketfleet/rules';
import { type MailContent, panelUrl } from '../mail/mail.ts';
import { instantText } from '../platform/instant-text.ts';
import { buyerOf } from './buyer.ts';
import { linesOf, modelsFact, periodText, phonesOf } from './order-mails.ts';
import type { OrderRow } from './orders.sql.ts';

type SentQuote = {
  note: string;
  valid_until: string;
  reserve_until?: string | undefined;
  is_for_cards: boolean;
};

type Customer = { first_name: string; last_name: string; username: string; email: string };

const questions = `Questions? Reply to this email, or write to ${brand.salesEmail}.`;

export function quoteMail(
  firstName: string,
  order: OrderRow,
  quote: SentQuote,
  publicUrl: string,
): MailContent {
  const place = { publicUrl, ...buyerOf(order) };
  return {
    subject: `Your quote for request ${order.number}`,
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      'Thank you for your request. This is our quote.',
      ...linesOf(quote.note),
      reservationText(order.phone_count, quote.reserve_until),
      quote.is_for_cards
        ? 'You can pay by card with the button below. To pay by bank transfer or cryptocurrency, or to ask a question, reply to this email.'
        : 'To pay by bank transfer or cryptocurrency, or to ask a question, reply to this email.',
    ],
    ...(quote.is_for_cards
      ? {
          button: {
            label: `Pay ${usd(order.amount)} by card`,
            url: panelUrl(place, `/rent/payment?pay=${order.id}`),
          },
        }
      : {}),
    facts: [
      ...factsOf(order),
      ['Valid until', instantText(quote.valid_until)],
      ['Reserved', quote.reserve_until === undefined ? 'No' : `Until ${instantText(quote.reserve_until)}`],
    ],
    notes: [`You can also find this quote in your orders: ${panelUrl(place, '/history')}`, questions],
  };
}

function reservationText(phoneCount: number, until: string | undefined): string {
  const isOne = phoneCount === 1;
  if (until !== undefined)
    return `We’ve reserved your ${phonesOf(phoneCount)} until ${instantText(until)}. Nobody else can rent ${isOne ? 'it' : 'them'} until then.`;
  return `Your ${phonesOf(phoneCount)} ${isOne ? 'isn’t' : 'aren’t'} reserved. ${isOne ? 'It’s' : 'They’re'} yours once you’ve paid, as long as ${isOne ? 'it’s' : 'they’re'} still free.`;
}

/** To the customer. */
export function reservationEndedMail(
  firstName: string,
  order: OrderRow,
  isValid: boolean,
  publicUrl: string,
): MailContent {
  const phones = phonesOf(order.phone_count);
  return {
    subject: `Your ${phones} for ${order.number} ${order.phone_count === 1 ? 'is' : 'are'} no longer reserved`,
    reference: order.number,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The reservation of your ${phones} has ended, so other customers can rent ${order.phone_count === 1 ? 'it' : 'them'} now.`,
      isValid
        ? 'Our quote is still valid: you can pay it as long as enough phones are free. To have phones reserved again, reply to this email.'
        : 'Our quote has expired. To get a new one, reply to this email.',
    ],
    ...(isValid
      ? { button: { label: 'See your quote', url: panelUrl({ publicUrl, ...buyerOf(order) }, '/history') } }
      : {}),
    facts: factsOf(order),
    notes: [questions],
  };
}

/** To our sales team. */
export function reservationEndedForSalesMail(customer: Customer, order: OrderRow): MailContent {
  return {
    subject: `Reservation for ${order.number} has ended unpaid`,
    greeting: 'Hello team,',
    paragraphs: [
      `${nameOf(customer)} hasn’t paid the quote for ${order.number}. Its ${phonesOf(order.phone_count)} can be rented by others again, and the customer knows.`,
    ],
    facts: factsOf(order),
    notes: [],
  };
}

/** To our sales team. */
export function newDatesForSalesMail(customer: Customer, order: OrderRow, freeNow: number): MailContent {
  return {
    subject: `${order.number}: ${customer.username} asks for other dates`,
    greeting: 'Hello team,',
    paragraphs: [
      `${nameOf(customer)} wanted to pay the quote for ${order.number}, but there are too few phones: ${freeNow} of ${order.phone_count} are free for its dates.`,
      `The customer asks for other dates at the quoted price of ${usd(order.amount)}. Send a new quote to answer.`,
    ],
    facts: factsOf(order),
    notes: [`We have promised a response within ${brand.salesAnswerHours} hours.`],
  };
}

function factsOf(order: OrderRow): [string, string][] {
  return [
    ['Phones', String(order.phone_count)],
    ...modelsFact(order),
    ['Period', periodText(order)],
    ['From', instantText(order.start_date)],
    ['To', instantText(order.end_date)],
    ['Price', usd(order.amount)],
  ];
}

function nameOf({ first_name, last_name, username, email }: Customer): string {
  return `${first_name} ${last_name} (${username}, ${email})`;
}
