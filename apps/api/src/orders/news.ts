// Mails about phones as their time passes: ready, about to end, ended.
import { brand } from '@pocketfleet/rules';
import { listUsers } from '../accounts/accounts.ts';
import { type PhoneNews, takeNews, takeReminders } from '../assignments/assignments.ts';
import { type MailContent, queueMails } from '../mail/mail.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { instantText } from './instant-text.ts';

const atOnce = 500;

type NewsDeps = { db: Db; config: { publicUrl: string } };

/** Queues what is due, once, whatever happens in between; may run on every node at once. */
export async function tellNews(deps: NewsDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const due = [...(await takeNews(tx, atOnce)), ...(await takeReminders(tx, atOnce))];
    if (due.length === 0) return;
    const found = await listUsers(
      { db: tx },
      due.map(({ user_id }) => user_id),
    );
    const users = new Map(found.map((user) => [user.id, user]));
    const mails = due.map((news) => {
      const user = users.get(news.user_id);
      if (user === undefined) throw new Error(`there is no user ${news.user_id} to be mailed`);
      const content = newsMail(user.first_name, news, deps.config.publicUrl);
      return { to: user.email, template: `phones_${news.kind}`, content };
    });
    await queueMails(tx, mails);
  });
}

function newsMail(firstName: string, news: PhoneNews, url: string): MailContent {
  const shared = {
    greeting: `Hello ${firstName},`,
    notes: [`Questions? Write to ${brand.salesEmail}.`],
  };
  return { ...shared, ...newsOf(news, url) };
}

function newsOf(news: PhoneNews, url: string): Omit<MailContent, 'notes'> {
  const isOne = news.tags.length === 1;
  const phones = isOne ? 'phone' : `${news.tags.length} phones`;
  const these = isOne ? 'this phone' : 'these phones';
  const end = news.expires_at === null ? 'no set date' : instantText(news.expires_at);
  const fact = [isOne ? 'Phone' : 'Phones', news.tags.join(', ')] as const;
  if (news.kind === 'ready') {
    return {
      subject: `Your ${phones} ${isOne ? 'is' : 'are'} ready`,
      paragraphs: [`You can use your ${phones} now.`],
      button: { label: 'Go to your phones', url: `${url}/devices` },
      facts: [fact, ['Until', end]],
    };
  }
  if (news.kind === 'ending') {
    return {
      subject: `Your rental ends in ${leadText(news.hours ?? 0)}`,
      paragraphs: [
        `Your rental of ${these} ends at ${end}. Then everything on ${isOne ? 'it' : 'them'} is deleted: save what you need before.`,
        'You can keep a phone longer from your device list, as long as nobody has booked it next.',
      ],
      button: { label: 'Extend your rental', url: `${url}/devices` },
      facts: [fact, ['Ends', end]],
    };
  }
  return {
    subject: news.kind === 'handed_back' ? `You have handed back your ${phones}` : 'Your rental has ended',
    paragraphs: [
      `Your rental of ${these} has ended, and ${isOne ? 'it' : 'they'} can no longer be opened from your account.`,
    ],
    button: { label: 'Rent phones again', url: `${url}/rent` },
    facts: [fact, ['Ended', end]],
  };
}

function leadText(hours: number): string {
  if (hours === 1) return '1 hour';
  return hours < 168 ? `${hours} hours` : '7 days';
}
