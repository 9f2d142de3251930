// Becoming a customer and getting back in: register, verify, resend, forgot, reset. What a visitor asks for an
// address gets the same answer whether we know it or not; the look-up happens in a job (spec-decisions 6).
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
import { forgetStrangersGuesses } from './accounts.ts';
import { orTaken } from './already-exists.ts';
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
import { refuseGuessable, weakPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { selectPendingEmail, updateEmail } from './profile.sql.ts';
import { refuseReservedNames } from './reserved-names.ts';
import { forgetDevices } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

type MailedLink = { token: string; email: string };
type Verified = 'verified' | 'already';
type LinkKind = 'reset' | 'verification';
type Registration = z.output<typeof registration>;
type RegistrationDeps = { db: Db; config: { publicUrl: string } };

const hour = 3_600;
const registerLimit: Limit = { name: 'register', count: 30, windowS: hour };
const mailSubnetLimit: Limit = { name: 'mail-subnet', count: 30, windowS: hour };
/** Links to one address that are asked for from one subnet: a stranger uses up his own only. */
const mailAskerLimit: Limit = { name: 'mail-asker', count: 5, windowS: hour };
/**
 * Links to one address, whoever asks. No window is longer than its links last, and a new link doesn't end an
 * earlier one: whoever uses this up has filled the owner's mailbox with links that work.
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
  refuseGuessable(input.password, input.username, 'password');
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
    throw orTaken(error);
  }
}

/**
 * Confirms an address: the one of a registration, or a new one (spec-decisions 4), which counts from now on.
 * `already`: it was confirmed before. Throws link_expired, already_exists.
 */
export function verifyEmail(
  deps: RegistrationDeps,
  link: MailedLink,
  from: { address: string },
): Promise<Verified> {
  return withinLimits(deps.db, [[linkTryLimit, wideSubnetOf(from.address)]], () =>
    openVerifyLink(deps, link),
  );
}

async function openVerifyLink(deps: RegistrationDeps, link: MailedLink): Promise<Verified> {
  const token_hash = hashSecret(link.token);
  try {
    return await inTransaction(deps.db, async (tx) => {
      const first = await updateLinkUsed(tx, { purpose: 'verify_email', email: link.email, token_hash });
      if (first !== undefined) {
        const person = await updateEmailVerified(tx, first.user_id);
        const content = welcomeMail(person, deps.config.publicUrl);
        if (!person.was_new) return 'already';
        await queueMail(tx, { to: person.email, template: 'welcome', content });
        return 'verified';
      }
      const change = await updateLinkUsed(tx, { purpose: 'change_email', email: link.email, token_hash });
      if (change !== undefined) {
        await moveToNewAddress(tx, change, deps.config.publicUrl);
        return 'verified';
      }
      if (await isVerifiedWith(tx, link.email, token_hash)) return 'already';
      throw new AppError('link_expired', { detail: 'This verification link is invalid or has expired.' });
    });
  } catch (error) {
    throw orTaken(error);
  }
}

/**
 * Promises a mail to whoever has this address; says nothing about whether anybody does. Who asks for too many to
 * one address gets the same answer and no further mail: the links that were mailed before still work.
 */
export async function askForLink(
  deps: RegistrationDeps,
  kind: LinkKind,
  email: string,
  from: { address: string },
): Promise<void> {
  const subnet = wideSubnetOf(from.address);
  await withinLimits(deps.db, [[mailSubnetLimit, subnet]], async () => {
    const quiet: Count[] = [
      [mailAskerLimit, askerOf(kind, email, subnet)],
      [mailboxLimits[kind], mailboxOf(email)],
    ];
    try {
      await withinLimits(deps.db, quiet, () =>
        enqueue(deps.db, kind === 'reset' ? forgotTask : resendTask, { email }),
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
    }
  });
}

/** Sets a new password, ends every session, and tells the owner. Throws link_expired, invalid_input, unavailable. */
export function resetPassword(
  deps: RegistrationDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  const count = [linkTryLimit, wideSubnetOf(from.address)] as const;
  return withinLimits(deps.db, [count], () => openResetLink(deps, input, from));
}

async function openResetLink(
  deps: RegistrationDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  if (passwordStrength(input.new_password).score < requiredPasswordScore) {
    throw weakPassword('new_password', 'Please choose a stronger password that meets all requirements');
  }
  refuseGuessable(input.new_password, '', 'new_password');
  const link = {
    purpose: 'reset_password',
    email: input.email,
    token_hash: hashSecret(input.token),
  } as const;
  // A hash is expensive: only a link that works gets one.
  const owner = await selectLinkOwner(deps.db, link);
  if (owner === undefined) throw new AppError('link_expired');
  const password_hash = await hashPassword(input.new_password, { lane: 'known', asker: owner });
  await inTransaction(deps.db, async (tx) => {
    const used = await updateLinkUsed(tx, link);
    if (used === undefined) throw new AppError('link_expired');
    const user = await updatePassword(tx, used.user_id, password_hash);
    if (holdsUsername(input.new_password, user.username))
      throw weakPassword('new_password', usernameInPassword);
    // Who reads mail sent to this address has shown that it is theirs.
    await updateEmailVerified(tx, user.id);
    // Other links asked for by somebody who knew the old password are worth nothing now.
    const stoppedEmail = await selectPendingEmail(tx, user.id);
    await expireLinks(tx, user.id);
    await endSessions(tx, user.id, 'all');
    await forgetDevices(tx, user.id);
    await forgetStrangersGuesses(tx, user.username);
    // The owner was here: what strangers have asked for in his name is no reason to keep him waiting.
    await clearLimit(tx, mailboxLimits.reset, mailboxOf(user.email));
    await clearLimit(tx, mailAskerLimit, askerOf('reset', user.email, wideSubnetOf(from.address)));
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

/** An address in a form that fits into a key and tells nothing. */
function mailboxOf(email: string): string {
  return hashSecret(email.toLowerCase()).toString('hex');
}

function askerOf(kind: LinkKind, email: string, subnet: string): string {
  return `${kind}:${mailboxOf(email)}:${subnet}`;
}

/** Links that went to the old address stop working; both addresses are told. */
async function moveToNewAddress(
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
