// Mailed links: requesting them, and the jobs that mail them. A request with an email address gets the same response whether
// or not an account has this address; the account is looked up in a job.
import { z } from 'zod';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { defineTask, enqueue, handleTask, type TaskHandler } from '../platform/jobs.ts';
import { type Count, clearLimit, type Limit, withinLimits } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { resetPasswordMail, verifyEmailMail } from './account-mails.ts';
import { insertLink, selectUserByEmail } from './mailed-links.sql.ts';

export type MailedLink = { token: string; email: string };
type LinkKind = 'reset' | 'verification';
type LinkDeps = { db: Db; config: { publicUrl: string } };

const hour = 3_600;
/** Links that one subnet may try. */
export const linkTryLimit: Limit = { name: 'link', count: 60, windowS: hour };
const mailSubnetLimit: Limit = { name: 'mail-subnet', count: 30, windowS: hour };
/** Links to one address, requested from one subnet: strangers use up only their own limit. */
const mailRequesterLimit: Limit = { name: 'mail-asker', count: 5, windowS: hour };
/**
 * Links to one address from all requesters. No window is longer than the links are valid, and a new link doesn't end an
 * earlier one: so when this limit is used up, the owner's mailbox contains valid links.
 */
const mailboxLimits: Record<LinkKind, Limit> = {
  reset: { name: 'mailbox-reset', count: 10, windowS: hour },
  verification: { name: 'mailbox-verification', count: 10, windowS: 24 * hour },
};
export const verifyHours = 48;
const resetHours = 1;

const addressPayload = z.object({ email: z.string().max(255) });
const forgotTask = defineTask('mail_reset_link', addressPayload);
const resendTask = defineTask('mail_verification_link', addressPayload);

/**
 * Requests a mail with a link. The response doesn't show whether an account has this address. Beyond the limits the response
 * is the same but no mail is sent: the links that were mailed before are still valid.
 */
export async function requestLink(
  deps: LinkDeps,
  kind: LinkKind,
  email: string,
  from: { address: string },
): Promise<void> {
  const subnet = wideSubnetOf(from.address);
  await withinLimits(deps.db, [[mailSubnetLimit, subnet]], async () => {
    const silentLimits: Count[] = [
      [mailRequesterLimit, requesterKey(kind, email, subnet)],
      [mailboxLimits[kind], mailboxKey(email)],
    ];
    try {
      await withinLimits(deps.db, silentLimits, () =>
        enqueue(deps.db, kind === 'reset' ? forgotTask : resendTask, { email }),
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
    }
  });
}

/** After a reset: its owner must not be limited by links that strangers have requested for their address. */
export async function clearResetLimits(tx: Db, email: string, address: string): Promise<void> {
  await clearLimit(tx, mailboxLimits.reset, mailboxKey(email));
  await clearLimit(tx, mailRequesterLimit, requesterKey('reset', email, wideSubnetOf(address)));
}

export function mailedLinkTasks(deps: LinkDeps): TaskHandler[] {
  const { db, config } = deps;
  return [
    handleTask(resendTask, async ({ email }) => {
      await inTransaction(db, async (tx) => {
        const user = await selectUserByEmail(tx, email);
        if (user === undefined || user.is_verified || user.is_suspended) return;
        await mailVerification(tx, user, config.publicUrl);
      });
    }),
    handleTask(forgotTask, async ({ email }) => {
      await inTransaction(db, async (tx) => {
        const user = await selectUserByEmail(tx, email);
        if (user === undefined || user.is_suspended) return;
        const secret = createSecret();
        const token_hash = hashSecret(secret);
        const link = { user_id: user.id, purpose: 'reset_password', email: user.email, token_hash } as const;
        await insertLink(tx, { ...link, hours: resetHours });
        const content = resetPasswordMail(user, secret, config.publicUrl);
        await queueMail(tx, { to: user.email, template: 'reset_password', content });
      });
    }),
  ];
}

/** An email address as a key of a limit, hashed. */
function mailboxKey(email: string): string {
  return hashSecret(email.toLowerCase()).toString('hex');
}

function requesterKey(kind: LinkKind, email: string, subnet: string): string {
  return `${kind}:${mailboxKey(email)}:${subnet}`;
}

export async function mailVerification(
  tx: Db,
  user: { id: string; first_name: string; email: string },
  publicUrl: string,
): Promise<void> {
  const secret = createSecret();
  const token_hash = hashSecret(secret);
  const link = { user_id: user.id, purpose: 'verify_email', email: user.email, token_hash } as const;
  await insertLink(tx, { ...link, hours: verifyHours });
  const content = verifyEmailMail(user, secret, publicUrl);
  await queueMail(tx, { to: user.email, template: 'verify_email', content });
}
