// Messages from the public site. Each is kept before anybody is mailed, in the same transaction as the mails.
// It must never know what an order is: whose messages come first is told from outside with `grantPriority`.
import type { contactMessage } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import type { z } from 'zod';
import { queueMail } from '../mail/mail.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { type Count, type Limit, withinLimits } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { insertMessage, type OpenMessage, selectOpenMessages, upsertPriority } from './contact.sql.ts';
import { acknowledgementMail, teamMail } from './contact-mails.ts';

export { updateAnswered as markAnswered } from './contact.sql.ts';

const subnetLimit: Limit = { name: 'contact-subnet', count: 5, windowS: 600 };
/** An acknowledgement goes to an address that nobody has proven; it must not become a way to annoy its owner. */
const senderLimit: Limit = { name: 'contact-sender', count: 5, windowS: 3_600 };
/** Hardly anybody types name, address and ten characters in less; who pastes them may. */
const shortestHumanMs = 1_500;
const mostListed = 500;

type Message = z.output<typeof contactMessage> & {
  website?: string | undefined;
  filled_in_ms?: number | undefined;
};

/** Keeps the message, mails the team, acknowledges it. Throws too_many_requests. */
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
  const is_suspect = isTrapped || (filled_in_ms ?? shortestHumanMs) < shortestHumanMs;
  const keep = async (tx: Tx): Promise<void> => {
    const kept = await insertMessage(tx, { ...message, is_suspect });
    if (isTrapped) return;
    const content = teamMail({ ...message, is_priority: kept.is_priority });
    await queueMail(tx, { to: brand.salesEmail, template: 'contact_team', content });
    // A quick hand is a person now and then: the team reads it, but no stranger's address is written to.
    if (is_suspect) return;
    await queueMail(tx, { to: message.email, template: 'contact_received', content: acknowledgementMail() });
  };
  await withinLimits(db, counts, () => inTransaction(db, keep));
}

/** Messages from this address come first until `until`: who pays for a monthly rental has priority support. */
export function grantPriority(tx: Tx, customer: { email: string; until: string }): Promise<void> {
  return upsertPriority(tx, customer.email, customer.until);
}

/** What the team hasn't answered: priority customers first, then the oldest; likely robots last. */
export function listOpenMessages(db: Db): Promise<OpenMessage[]> {
  return selectOpenMessages(db, mostListed);
}
