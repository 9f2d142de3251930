// Confirms an email address with a mailed link. The link of a registration also signs in, but only in the browser that
// registered, which has a cookie (decision 088). Anywhere else it confirms the
// address and nothing more.
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { withinLimits } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { emailChangedMail, welcomeMail } from './account-mails.ts';
import { toAlreadyExists } from './already-exists.ts';
import { expireLinks, isVerifiedWith, updateEmailVerified, updateLinkUsed } from './mailed-links.sql.ts';
import { linkTryLimit, type MailedLink } from './mailed-links.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { updateEmail } from './profile.sql.ts';

type VerifyDeps = { db: Db; config: { publicUrl: string } };
/** `browserSecret`: the cookie of a browser that has registered an account. */
type VerifyPlace = { address: string; userAgent: string; browserSecret: string | undefined };
/** `session` only in the browser that registered. */
type Verified = { isFirst: boolean; session?: SignedIn };

/**
 * Confirms the address of a registration, or a new address, which is used from now on. `isFirst` is false
 * when it was confirmed before. Throws link_expired, already_exists, too_many_requests.
 */
export function verifyEmail(deps: VerifyDeps, link: MailedLink, from: VerifyPlace): Promise<Verified> {
  return withinLimits(deps.db, [[linkTryLimit, wideSubnetOf(from.address)]], async () => {
    try {
      return await inTransaction(deps.db, (tx) => useVerifyLink(tx, link, from, deps.config.publicUrl));
    } catch (error) {
      throw toAlreadyExists(error);
    }
  });
}

async function useVerifyLink(
  tx: Db,
  { token, email }: MailedLink,
  from: VerifyPlace,
  publicUrl: string,
): Promise<Verified> {
  const token_hash = hashSecret(token);
  const registered = await updateLinkUsed(tx, { purpose: 'verify_email', email, token_hash });
  if (registered !== undefined) return verifyRegistration(tx, registered.user_id, from, publicUrl);
  const change = await updateLinkUsed(tx, { purpose: 'change_email', email, token_hash });
  if (change !== undefined) {
    await changeEmail(tx, change, publicUrl);
    return { isFirst: true };
  }
  if (await isVerifiedWith(tx, email, token_hash)) return { isFirst: false };
  throw new AppError('link_expired', { detail: 'This verification link is invalid or has expired.' });
}

async function verifyRegistration(
  tx: Db,
  userId: string,
  from: VerifyPlace,
  publicUrl: string,
): Promise<Verified> {
  const browserHash = from.browserSecret === undefined ? null : hashSecret(from.browserSecret);
  const person = await updateEmailVerified(tx, userId, browserHash);
  if (!person.was_new) return { isFirst: false };
  await queueMail(tx, { to: person.email, template: 'welcome', content: welcomeMail(person, publicUrl) });
  if (!person.is_registration_browser) return { isFirst: true };
  const account = { id: userId, password_hash: person.password_hash };
  const subnet = wideSubnetOf(from.address);
  return { isFirst: true, session: await openSession(tx, account, { subnet, userAgent: from.userAgent }) };
}

/** Links to the old address expire; both addresses get a mail. */
async function changeEmail(
  tx: Db,
  link: { user_id: string; email: string },
  publicUrl: string,
): Promise<void> {
  const { first_name, old_email } = await updateEmail(tx, link.user_id, link.email);
  await expireLinks(tx, link.user_id);
  for (const to of new Set([old_email, link.email])) {
    const content = emailChangedMail({ first_name, old_email, new_email: link.email }, to, publicUrl);
    await queueMail(tx, { to, template: 'email_changed', content });
  }
}
