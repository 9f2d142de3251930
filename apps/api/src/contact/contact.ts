// Messages from the public site. A message is stored in the same transaction as its mails. This feature must never know
// what an order is: other features set with `grantPriority` whose messages come first.
import type { contactMessage } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import type { z } from 'zod';
import { queueMail } from '../mail/mail.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { type Count, type Limit, withinLimits } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import {
  insertMessage,
  type OpenMessage,
  selectOpenMessages,
  updateAnswered,
  upsertPriority,
} from './contact.sql.ts';
import { acknowledgementMail, teamMail } from './contact-mails.ts';

const subnetLimit: Limit = { name: 'contact-subnet', count: 5, windowS: 600 };
/** The sender's address is not verified: acknowledgements must not become a way to spam its owner. */
const senderLimit: Limit = { name: 'contact-sender', count: 5, windowS: 3_600 };
/** A form filled in faster than this is probably sent by a robot. Pasting can be as fast, so the message is still stored. */
const minHumanMs = 1_500;
const maxListed = 500;

type Message = z.output<typeof contactMessage> & {
  website?: string | undefined;
  filled_in_ms?: number | undefined;
};

/** Stores the message, mails the team and the sender. Throws too_many_requests. */
export async function receiveMessage(
  db: Db,
  { website, filled_in_ms, ...message }: Message,
  from: { address: string },
): Promise<void> {
  const counts: Count[] = [
    [subnetLimit, wideSubnetOf(from.address)],
    [senderLimit, hashSecret(message.email.toLowerCase()).toString('hex')],
  ];
  const isTrapped = (website ?? '') !== '';
  const is_suspect = isTrapped || (filled_in_ms ?? minHumanMs) < minHumanMs;
  const store = async (tx: Tx): Promise<void> => {
    const stored = await insertMessage(tx, { ...message, is_suspect });
    if (isTrapped) return;
    const content = teamMail({ ...message, is_priority: stored.is_priority });
    await queueMail(tx, {
      to: brand.salesEmail,
      template: 'contact_team',
      content,
      replyTo: message.email,
    });
    // The team reads a suspect message, in case a person wrote it, but nothing is sent to the given address.
    if (is_suspect) return;
    await queueMail(tx, { to: message.email, template: 'contact_received', content: acknowledgementMail() });
  };
  await withinLimits(db, counts, () => inTransaction(db, store));
}

/** Puts messages from this address first until `until`. Monthly rentals include priority support. */
export function grantPriority(tx: Tx, customer: { email: string; until: string }): Promise<void> {
  return upsertPriority(tx, customer.email, customer.until);
}

/** Unanswered messages: priority customers first, then the oldest; suspected robots last. */
export function listOpenMessages(db: Db): Promise<OpenMessage[]> {
  return selectOpenMessages(db, maxListed);
}

/** False when it was answered before, or there is no such message. */
export function markAnswered(tx: Tx, messageId: string, operatorId: string): Promise<boolean> {
  return updateAnswered(tx, messageId, operatorId);
}
