import { listRecipients } from '../access/access.ts';
import { type MailContent, queueMails } from '../mail/mail.ts';
import type { Tx } from '../platform/database.ts';
import type { Buyer } from './buyer.ts';

/** Queues a mail for the buyer, or for the owners of the team that the buyer has left; each with their first name. */
export async function mailBuyer(
  tx: Tx,
  buyer: Buyer,
  template: string,
  contentFor: (firstName: string) => MailContent,
): Promise<void> {
  const recipients = await listRecipients(tx, [buyer]);
  await queueMails(
    tx,
    recipients.map(({ email, first_name }) => ({ to: email, template, content: contentFor(first_name) })),
  );
}
