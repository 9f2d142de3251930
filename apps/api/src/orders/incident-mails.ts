// Mails about phones that failed: another phone, the end of a rental, or the customer's choice between them.
import { brand, usd } from '@pocketfleet/rules';
import { findReplacementChoices, getReplacement, type Replacement } from '../assignments/assignments.ts';
import { type MailContent, type Place, panelUrl } from '../mail/mail.ts';
import type { Tx } from '../platform/database.ts';
import { instantText } from '../platform/instant-text.ts';
import { wholeReach } from '../platform/principal.ts';
import { type Buyer, buyerOf } from './buyer.ts';
import { mailBuyer } from './buyer-mails.ts';
import { selectNamesOfRental } from './orders.sql.ts';
import type { UndeliveredRental } from './orders.tasks.ts';
import { refundOf } from './undelivered.ts';

type MailDeps = { config: { publicUrl: string } };

function placeOf(deps: MailDeps, buyer: Buyer): Place {
  return { ...deps.config, ...buyerOf(buyer) };
}

/** The side that ended a rental: we, for want of a phone, or the customer, who chose the refund. */
export type EndedBy = 'us' | 'customer';

/** A phone of a chosen model has failed and no other is free: what to choose, until when, and what happens otherwise. */
export async function mailChoice(deps: MailDeps, tx: Tx, assignmentId: string, buyer: Buyer): Promise<void> {
  const [choice] = await findReplacementChoices(tx, wholeReach(buyer), assignmentId);
  if (choice === undefined) return;
  const { tag, model, models, order_number } = choice;
  const until = instantText(choice.decide_by);
  const cents = await refundOf(tx, choice);
  const others =
    models.length === 0
      ? 'No other model is free right now.'
      : `Free for the rest of your rental: ${models.map((each) => `${each.free} ${each.model}`).join(', ')}.`;
  await mailBuyer(
    tx,
    buyer,
    'replacement_choice',
    (firstName): MailContent => ({
      subject: `${tag} failed: choose another model or a refund`,
      reference: order_number,
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `Your phone ${tag} (${model}) has failed, and no other ${model} is free. We’re sorry. Please choose by ${until} what we should do.`,
        others,
        `If a ${model} becomes free before you choose, you get it and we’ll email you. If you haven’t chosen by then, we’ll refund the time that you couldn’t use.`,
      ],
      button: { label: 'Choose now', url: panelUrl(placeOf(deps, buyer), `/devices?choose=${assignmentId}`) },
      facts: [
        ['Order', order_number],
        ['Phone', `${tag}, ${model}`],
        ['Choose by', until],
        ['Refund', cents > 0 ? usd(cents) : 'None: less than a whole day is left'],
      ],
      notes: [`Questions? Reply to this email, or write to ${brand.salesEmail}.`],
    }),
  );
}

/** `cents`: what is refunded for the time that the customer couldn't use. */
export async function mailEnded(
  deps: MailDeps,
  tx: Tx,
  buyer: Buyer & { assignment_id: string },
  { reason, cents, by }: { reason: UndeliveredRental['reason']; cents: number; by: EndedBy },
): Promise<void> {
  const { tag, model, order_number } = await selectNamesOfRental(tx, buyer.assignment_id);
  const why = whyEnded(tag, reason, by);
  const money =
    cents > 0
      ? `We’ll refund the ${usd(cents)} that you paid for but couldn’t use, and email you once the refund is on its way.`
      : 'Less than a whole day of it was left, so there is nothing to refund.';
  await mailBuyer(
    tx,
    buyer,
    'rental_failed',
    (firstName): MailContent => ({
      subject: `Your rental of ${tag} is over`,
      ...referenceTo(order_number),
      greeting: `Hello ${firstName},`,
      paragraphs: [why, money],
      button: { label: 'See your orders', url: panelUrl(placeOf(deps, buyer), '/history') },
      facts: [
        ...orderFact(order_number),
        ['Phone', `${tag}, ${model}`],
        ['Refund', cents > 0 ? usd(cents) : 'None: less than a whole day was left'],
      ],
      notes: [`Questions? Reply to this email, or write to ${brand.salesEmail}.`],
    }),
  );
}

export async function mailExchanged(
  deps: MailDeps,
  tx: Tx,
  exchange: Buyer & { new_id: string },
): Promise<void> {
  const replacement = await getReplacement(tx, exchange.new_id);
  const { old_tag, new_tag, new_model, expires_at } = replacement;
  const { order_number } = await selectNamesOfRental(tx, exchange.new_id);
  const end = expires_at === null ? '' : `, until ${instantText(expires_at)}`;
  await mailBuyer(
    tx,
    exchange,
    'phone_exchanged',
    (firstName): MailContent => ({
      subject: `${new_tag} replaces ${old_tag}`,
      ...referenceTo(order_number),
      greeting: `Hello ${firstName},`,
      paragraphs: [
        `${whyReplaced(replacement)} ${new_tag} (${new_model}) replaces it for the rest of your rental${end}. We’ll email you as soon as you can use it.`,
        `We couldn’t move your data, so ${new_tag} starts empty. If you gave ${old_tag} a label, ${new_tag} has it now.`,
      ],
      button: { label: 'Go to your phones', url: panelUrl(placeOf(deps, exchange), '/devices') },
      facts: [
        ...orderFact(order_number),
        ['Phone', `${new_tag}, ${new_model}`],
        ['Replaces', old_tag],
        ['Until', expires_at === null ? 'No set date' : instantText(expires_at)],
      ],
      notes: [`Questions? Reply to this email, or write to ${brand.salesEmail}.`],
    }),
  );
}

/** The panel says the same: `replacedBecause` of the site's language files. */
function whyReplaced({ old_tag, because, note }: Replacement): string {
  switch (because) {
    case 'failed':
      return `${old_tag} failed, so we took it out of service.`;
    case 'offline':
      return `We couldn’t reach ${old_tag} for two hours.`;
    case 'chosen':
      return `${old_tag} failed, and you chose another model.`;
    case 'by_team':
      return note === null
        ? `Our team exchanged ${old_tag}.`
        : `Our team exchanged ${old_tag}: ${asSentence(note)}`;
    case null:
      return `${old_tag} was replaced.`;
  }
}

/** An assignment that our team gave has no order. */
function referenceTo(orderNumber: string | null): Pick<MailContent, 'reference'> {
  return orderNumber === null ? {} : { reference: orderNumber };
}

function orderFact(orderNumber: string | null): [label: string, value: string][] {
  return orderNumber === null ? [] : [['Order', orderNumber]];
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function whyEnded(tag: string, reason: UndeliveredRental['reason'], by: EndedBy): string {
  if (by === 'customer') return `${tag} failed and you chose a refund, so its rental is over.`;
  return reason === 'not_started'
    ? `${tag} didn’t work and we had no other phone for you, so its rental is over. We’re sorry.`
    : `${tag} failed and no other phone was free, so its rental is over. We’re sorry.`;
}
