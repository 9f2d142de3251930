// Mails about phones that failed: another phone, the end of a rental, or the customer's choice between them.
import { brand, usd } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import { findReplacementChoices, getReplacement, type Replacement } from '../assignments/assignments.ts';
import { type MailContent, queueMail } from '../mail/mail.ts';
import type { Db, Tx } from '../platform/database.ts';
import { instantText } from '../platform/instant-text.ts';
import { wholeReach } from '../platform/principal.ts';
import type { Buyer } from './buyer.ts';
import type { UndeliveredRental } from './orders.tasks.ts';
import { refundOf } from './undelivered.ts';

type MailDeps = { config: { publicUrl: string } };

/** Who ended a rental: we, for want of a phone, or the customer, who chose the refund. */
export type EndedBy = 'us' | 'customer';

/** A phone of a chosen model has failed and no other is free: what to choose, until when, and what happens otherwise. */
export async function mailChoice(deps: MailDeps, tx: Db, assignmentId: string, buyer: Buyer): Promise<void> {
  const user = await getUser({ db: tx }, buyer.user_id);
  const [choice] = await findReplacementChoices(tx, wholeReach(buyer), assignmentId);
  if (choice === undefined) return;
  const { tag, model, models, order_number } = choice;
  const until = instantText(choice.decide_by);
  const cents = await refundOf(tx, choice);
  const others =
    models.length === 0
      ? 'No other model is free right now.'
      : `Free for the rest of your rental: ${models.map((each) => `${each.free} ${each.model}`).join(', ')}.`;
  const content: MailContent = {
    subject: `${tag} failed: choose another model or a refund`,
    reference: order_number,
    greeting: `Hello ${user.first_name},`,
    paragraphs: [
      `Your phone ${tag} (${model}) has failed, and no other ${model} is free. We’re sorry. Please choose what we should do until ${until}.`,
      others,
      `If a ${model} becomes free before you choose, you get it and we’ll email you. If you choose nothing until then, we’ll refund the time that you couldn’t use.`,
    ],
    button: { label: 'Choose now', url: `${deps.config.publicUrl}/devices?choose=${assignmentId}` },
    facts: [
      ['Order', order_number],
      ['Phone', `${tag}, ${model}`],
      ['Choose until', until],
      ['Refund', cents > 0 ? usd(cents) : 'None: less than a whole day is left'],
    ],
    notes: [`Questions? Reply to this email, or write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'replacement_choice', content });
}

export async function mailEnded(
  deps: MailDeps,
  tx: Tx,
  userId: string,
  { reason, isRefunded, by }: { reason: UndeliveredRental['reason']; isRefunded: boolean; by: EndedBy },
): Promise<void> {
  const user = await getUser({ db: tx }, userId);
  const why = whyEnded(reason, by);
  const money = isRefunded
    ? 'We’ll refund what you paid for but couldn’t use, and email you the amount.'
    : 'Less than a whole day of it was left, so there is nothing to refund.';
  const content: MailContent = {
    subject: 'The rental of one of your phones is over',
    greeting: `Hello ${user.first_name},`,
    paragraphs: [why, money],
    button: { label: 'See your orders', url: `${deps.config.publicUrl}/history` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'rental_failed', content });
}

export async function mailExchanged(
  deps: MailDeps,
  tx: Tx,
  exchange: { user_id: string; new_id: string },
): Promise<void> {
  const user = await getUser({ db: tx }, exchange.user_id);
  const replacement = await getReplacement(tx, exchange.new_id);
  const { old_tag, new_tag, new_model, expires_at } = replacement;
  const end = expires_at === null ? '' : `, until ${instantText(expires_at)}`;
  const content: MailContent = {
    subject: `${new_tag} replaces ${old_tag}`,
    greeting: `Hello ${user.first_name},`,
    paragraphs: [
      `${whyReplaced(replacement)} ${new_tag} (${new_model}) replaces it for the rest of your rental${end}. We’ll email you as soon as you can use it.`,
      `We couldn’t move your data, so ${new_tag} starts empty. If you gave ${old_tag} a label, ${new_tag} has it now.`,
    ],
    button: { label: 'Go to your phones', url: `${deps.config.publicUrl}/devices` },
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  await queueMail(tx, { to: user.email, template: 'phone_exchanged', content });
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

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function whyEnded(reason: UndeliveredRental['reason'], by: EndedBy): string {
  if (by === 'customer') return 'As you chose, the rental of your failed phone is over.';
  return reason === 'not_started'
    ? 'We could not give you a working phone, so this rental of one phone is over. We are sorry.'
    : 'One of your phones has failed and no other was free, so its rental is over. We are sorry.';
}
