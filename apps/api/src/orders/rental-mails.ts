// Mails to customers when their phones are ready, end soon, or have ended.
import { brand } from '@pocketfleet/rules';
import { listRecipients } from '../access/access.ts';
import { type PhoneNotification, takeNotifications } from '../assignments/assignments.ts';
import { type MailContent, panelUrl, queueMails } from '../mail/mail.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { instantText } from '../platform/instant-text.ts';
import { type Buyer, buyerOf } from './buyer.ts';
import { sendDueConfirmations, takeReadyConfirmations } from './confirmations.ts';

const notificationsAtOnce = 500;

type RentalMailDeps = { db: Db; config: { publicUrl: string } };

/** Queues each mail that is due exactly once. May run on several nodes at once. */
export async function sendRentalMails(deps: RentalMailDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const due = await takeNotifications(tx, notificationsAtOnce);
    const ready = new Map(
      due.flatMap(({ kind, order_id, tags }) =>
        kind === 'ready' && order_id !== null ? [[order_id, tags] as const] : [],
      ),
    );
    const confirmations = await takeReadyConfirmations(deps, tx, ready);
    await sendDueConfirmations(deps, tx);
    if (due.length === 0) return;
    const recipients = Map.groupBy(await listRecipients(tx, due), (each) =>
      keyOf({ user_id: each.buyer_id, workspace_id: each.workspace_id }),
    );
    const mails = due.flatMap((notification) => {
      const confirmation = confirmations.get(notification.order_id ?? '');
      if (notification.kind === 'ready' && confirmation !== undefined) return confirmation;
      return (recipients.get(keyOf(notification)) ?? []).map(({ email, first_name }) => ({
        to: email,
        template: `phones_${notification.kind}`,
        content: rentalMail(first_name, notification, deps.config.publicUrl),
      }));
    });
    await queueMails(tx, mails);
  });
}

function keyOf({ user_id, workspace_id }: Buyer): string {
  return `${user_id} ${workspace_id}`;
}

function rentalMail(firstName: string, notification: PhoneNotification, publicUrl: string): MailContent {
  const shared = {
    greeting: `Hello ${firstName},`,
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  return { ...shared, ...textOf(notification, publicUrl) };
}

function textOf(notification: PhoneNotification, publicUrl: string): Omit<MailContent, 'notes'> {
  const place = { publicUrl, ...buyerOf(notification) };
  const isOne = notification.tags.length === 1;
  const phones = isOne ? 'phone' : `${notification.tags.length} phones`;
  const these = isOne ? 'this phone' : 'these phones';
  const end = notification.expires_at === null ? 'no set date' : instantText(notification.expires_at);
  const fact = [isOne ? 'Phone' : 'Phones', notification.tags.join(', ')] as const;
  if (notification.kind === 'ready') {
    return {
      subject: `Your ${phones} ${isOne ? 'is' : 'are'} ready`,
      paragraphs: [
        `Open ${isOne ? 'it' : 'them'} in your browser: click the picture to type, and drop an APK or a file on it.`,
      ],
      button: { label: 'Go to your phones', url: panelUrl(place, '/devices') },
      facts: [fact, ['Until', end]],
    };
  }
  if (notification.kind === 'ending') {
    return {
      subject: `Your rental ends in ${leadText(notification.hours ?? 0)}`,
      paragraphs: [
        `Your rental of ${these} ends at ${end}. Everything on ${isOne ? 'it' : 'them'} will then be deleted, so save what you need before that.`,
        'You can extend the rental of a phone from your device list, unless somebody has booked it next.',
      ],
      button: { label: 'Extend your rental', url: panelUrl(place, '/devices') },
      facts: [fact, ['Ends', end]],
    };
  }
  return {
    subject: notification.kind === 'handed_back' ? `You’ve returned your ${phones}` : 'Your rental has ended',
    paragraphs: [
      `Your rental of ${these} has ended, and ${isOne ? 'it' : 'they'} can no longer be opened from your account. Everything on ${isOne ? 'it' : 'them'} is being erased.`,
    ],
    button: { label: 'Rent phones again', url: panelUrl(place, '/rent') },
    facts: [fact, ['Ended', end]],
  };
}

function leadText(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours < 168 ? `${hours} hours` : '7 days';
}
