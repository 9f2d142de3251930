// Mails to customers when their phones are ready, end soon, or have ended.
import { brand } from '@pocketfleet/rules';
import { listUsers } from '../accounts/accounts.ts';
import { type PhoneNotification, takeNotifications } from '../assignments/assignments.ts';
import { type MailContent, queueMails } from '../mail/mail.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { instantText } from '../platform/instant-text.ts';
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
    const found = await listUsers(
      { db: tx },
      due.map(({ user_id }) => user_id),
    );
    const users = new Map(found.map((user) => [user.id, user]));
    const mails = due.map((notification) => {
      const confirmation = confirmations.get(notification.order_id ?? '');
      if (notification.kind === 'ready' && confirmation !== undefined) return confirmation;
      const user = users.get(notification.user_id);
      if (user === undefined) throw new Error(`there is no user ${notification.user_id} to mail`);
      const content = rentalMail(user.first_name, notification, deps.config.publicUrl);
      return { to: user.email, template: `phones_${notification.kind}`, content };
    });
    await queueMails(tx, mails);
  });
}

function rentalMail(firstName: string, notification: PhoneNotification, url: string): MailContent {
  const shared = {
    greeting: `Hello ${firstName},`,
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  return { ...shared, ...textOf(notification, url) };
}

function textOf(notification: PhoneNotification, url: string): Omit<MailContent, 'notes'> {
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
      button: { label: 'Go to your phones', url: `${url}/devices` },
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
      button: { label: 'Extend your rental', url: `${url}/devices` },
      facts: [fact, ['Ends', end]],
    };
  }
  return {
    subject: notification.kind === 'handed_back' ? `You’ve returned your ${phones}` : 'Your rental has ended',
    paragraphs: [
      `Your rental of ${these} has ended, and ${isOne ? 'it' : 'they'} can no longer be opened from your account. Everything on ${isOne ? 'it' : 'them'} is being erased.`,
    ],
    button: { label: 'Rent phones again', url: `${url}/rent` },
    facts: [fact, ['Ended', end]],
  };
}

function leadText(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours < 168 ? `${hours} hours` : '7 days';
}
