// Registration, email verification and forgotten passwords. A request with an email address gets the same response whether
// or not an account has this address; the account is looked up in a job (spec-decisions 6).
import type { registration } from '@pocketfleet/contract';
import {
  holdsUsername,
  passwordStrength,
  requiredPasswordScore,
  usernameInPassword,
} from '@pocketfleet/rules';
import { z } from 'zod';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { defineTask, enqueue, handleTask, type TaskHandler } from '../platform/jobs.ts';
import { type Count, clearLimit, type Limit, withinLimits } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import {
  emailChangedMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyEmailMail,
  welcomeMail,
} from './account-mails.ts';
import type { UserRow } from './accounts.sql.ts';
import { clearStrangerLimit } from './accounts.ts';
import { toAlreadyExists } from './already-exists.ts';
import {
  expireLinks,
  insertLink,
  insertUser,
  isVerifiedWith,
  selectLinkOwner,
  selectUserByEmail,
  updateEmailVerified,
  updateLinkUsed,
  updatePassword,
} from './mailed-links.sql.ts';
import { refuseGuessablePassword, weakPasswordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { selectPendingEmail, updateEmail } from './profile.sql.ts';
import { refuseReservedNames } from './reserved-names.ts';
import { clearKnownDevices } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

type MailedLink = { token: string; email: string };
type Verified = 'verified' | 'already';
type LinkKind = 'reset' | 'verification';
type Registration = z.output<typeof registration>;
type RegistrationDeps = { db: Db; config: { publicUrl: string } };

const hour = 3_600;
const registerLimit: Limit = { name: 'register', count: 30, windowS: hour };
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
const linkTryLimit: Limit = { name: 'link', count: 60, windowS: hour };
const verifyHours = 48;
const resetHours = 1;

const addressPayload = z.object({ email: z.string().max(255) });
const forgotTask = defineTask('mail_reset_link', addressPayload);
const resendTask = defineTask('mail_verification_link', addressPayload);

/** Throws already_exists, invalid_input, too_many_requests. */
export function register(
  deps: RegistrationDeps,
  input: Registration,
  from: { address: string },
): Promise<UserRow> {
  return withinLimits(deps.db, [[registerLimit, wideSubnetOf(from.address)]], () =>
    createAccount(deps, input, from.address),
  );
}

async function createAccount(
  { db, config }: RegistrationDeps,
  input: Registration,
  address: string,
): Promise<UserRow> {
  refuseGuessablePassword(input.password, input.username, 'password');
  const names =
    'first_name' in input
      ? { first_name: input.first_name, last_name: input.last_name }
      : { first_name: input.firstName, last_name: input.lastName };
  refuseReservedNames({ username: input.username, ...names });
  const password_hash = await hashPassword(input.password, { lane: 'customers', asker: siteOf(address) });
  try {
    return await inTransaction(db, async (tx) => {
      const user = await insertUser(tx, {
        username: input.username,
        ...names,
        email: input.email,
        password_hash,
        referrer: input.referrer ?? null,
        terms_version: input.terms_version ?? null,
      });
      await mailVerification(tx, user, config.publicUrl);
      return user;
    });
  } catch (error) {
    throw toAlreadyExists(error);
  }
}

/**
 * Confirms the address of a registration, or a new address (spec-decisions 4), which is used from now on. `already`: it was
 * confirmed before. Throws link_expired, already_exists.
 */
export function verifyEmail(
  deps: RegistrationDeps,
  link: MailedLink,
  from: { address: string },
): Promise<Verified> {
  return withinLimits(deps.db, [[linkTryLimit, wideSubnetOf(from.address)]], () => useVerifyLink(deps, link));
}

async function useVerifyLink(deps: RegistrationDeps, link: MailedLink): Promise<Verified> {
  const token_hash = hashSecret(link.token);
  try {
    return await inTransaction(deps.db, async (tx) => {
      const registered = await updateLinkUsed(tx, { purpose: 'verify_email', email: link.email, token_hash });
      if (registered !== undefined) {
        const person = await updateEmailVerified(tx, registered.user_id);
        const content = welcomeMail(person, deps.config.publicUrl);
        if (!person.was_new) return 'already';
        await queueMail(tx, { to: person.email, template: 'welcome', content });
        return 'verified';
      }
      const change = await updateLinkUsed(tx, { purpose: 'change_email', email: link.email, token_hash });
      if (change !== undefined) {
        await changeEmail(tx, change, deps.config.publicUrl);
        return 'verified';
      }
      if (await isVerifiedWith(tx, link.email, token_hash)) return 'already';
      throw new AppError('link_expired', { detail: 'This verification link is invalid or has expired.' });
    });
  } catch (error) {
    throw toAlreadyExists(error);
  }
}

/**
 * Requests a mail with a link. The response doesn't show whether an account has this address. Beyond the limits the response
 * is the same but no mail is sent: the links that were mailed before are still valid.
 */
export async function requestLink(
  deps: RegistrationDeps,
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

/** Sets a new password, ends every session, and mails the owner. Throws link_expired, invalid_input, unavailable. */
export function resetPassword(
  deps: RegistrationDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  const count = [linkTryLimit, wideSubnetOf(from.address)] as const;
  return withinLimits(deps.db, [count], () => useResetLink(deps, input, from));
}

async function useResetLink(
  deps: RegistrationDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  if (passwordStrength(input.new_password).score < requiredPasswordScore) {
    throw weakPasswordError('new_password', 'Please choose a stronger password that meets all requirements');
  }
  refuseGuessablePassword(input.new_password, '', 'new_password');
  const link = {
    purpose: 'reset_password',
    email: input.email,
    token_hash: hashSecret(input.token),
  } as const;
  // A hash is expensive, so it is computed for a valid link only.
  const owner = await selectLinkOwner(deps.db, link);
  if (owner === undefined) throw new AppError('link_expired');
  const password_hash = await hashPassword(input.new_password, { lane: 'known', asker: owner });
  await inTransaction(deps.db, async (tx) => {
    const used = await updateLinkUsed(tx, link);
    if (used === undefined) throw new AppError('link_expired');
    const user = await updatePassword(tx, used.user_id, password_hash);
    if (holdsUsername(input.new_password, user.username))
      throw weakPasswordError('new_password', usernameInPassword);
    // The link proves that the address belongs to this person.
    await updateEmailVerified(tx, user.id);
    // Links that were requested by somebody with the old password must stop working.
    const stoppedEmail = await selectPendingEmail(tx, user.id);
    await expireLinks(tx, user.id);
    await endSessions(tx, user.id, 'all');
    await clearKnownDevices(tx, user.id);
    await clearStrangerLimit(tx, user.username);
    // The owner must not be limited by links that strangers have requested for their address.
    await clearLimit(tx, mailboxLimits.reset, mailboxKey(user.email));
    await clearLimit(tx, mailRequesterLimit, requesterKey('reset', user.email, wideSubnetOf(from.address)));
    const content = passwordChangedMail(user, deps.config.publicUrl, stoppedEmail);
    await queueMail(tx, { to: user.email, template: 'password_changed', content });
  });
}

export function registrationTasks(deps: RegistrationDeps): TaskHandler[] {
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

async function mailVerification(
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
