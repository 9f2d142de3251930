// Becoming a customer and getting back in: register, verify, resend, forgot, reset. What a visitor asks for an
// address gets the same answer whether we know it or not; the look-up happens in a job (spec-decisions 6).
import type { registration } from '@pocketfleet/contract';
import { isCommonPassword, passwordStrength, requiredPasswordScore } from '@pocketfleet/rules';
import { z } from 'zod';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, sqlState } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { defineTask, enqueue, handleTask, type TaskHandler } from '../platform/jobs.ts';
import { countAgainstLimit, type Limit, subnetOf } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { passwordChangedMail, resetPasswordMail, verifyEmailMail } from './account-mails.ts';
import { tokenRevoked } from './accounts.events.ts';
import { type UserRow, updateTokensRevoked } from './accounts.sql.ts';
import {
  insertLink,
  insertUser,
  isVerifiedWith,
  selectUserByEmail,
  updateEmailVerified,
  updateLinkUsed,
  updatePassword,
} from './mailed-links.sql.ts';
import { hashPassword } from './passwords.ts';

type RegistrationDeps = { db: Db; config: { publicUrl: string } };

const hour = 3_600;
const registerLimit: Limit = { name: 'register', count: 30, windowS: hour };
const mailSubnetLimit: Limit = { name: 'mail-subnet', count: 30, windowS: hour };
const mailTargetLimit: Limit = { name: 'mail-target', count: 5, windowS: hour };
const linkTryLimit: Limit = { name: 'link', count: 60, windowS: hour };
const verifyHours = 48;
const resetHours = 1;

const addressPayload = z.object({ email: z.string().max(255) });
const forgotTask = defineTask('mail_reset_link', addressPayload);
const resendTask = defineTask('mail_verification_link', addressPayload);

/** Throws already_exists, invalid_input, too_many_requests. */
export async function register(
  deps: RegistrationDeps,
  input: z.output<typeof registration>,
  from: { address: string },
): Promise<UserRow> {
  const { db, config } = deps;
  await countAgainstLimit(db, registerLimit, subnetOf(from.address));
  refuseGuessable(input.password, input.username, 'password');
  const password_hash = await hashPassword(input.password);
  const names =
    'first_name' in input
      ? { first_name: input.first_name, last_name: input.last_name }
      : { first_name: input.firstName, last_name: input.lastName };
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
    const uniqueViolation = '23505';
    if (sqlState(error) === uniqueViolation) throw new AppError('already_exists', { cause: error });
    throw error;
  }
}

/** `already`: the link was opened before. Throws link_expired. */
export async function verifyEmail(
  deps: RegistrationDeps,
  link: { token: string; email: string },
  from: { address: string },
): Promise<'verified' | 'already'> {
  await countAgainstLimit(deps.db, linkTryLimit, subnetOf(from.address));
  const token_hash = hashSecret(link.token);
  return inTransaction(deps.db, async (tx) => {
    const used = await updateLinkUsed(tx, { purpose: 'verify_email', email: link.email, token_hash });
    if (used !== undefined) {
      await updateEmailVerified(tx, used.user_id);
      return 'verified';
    }
    if (await isVerifiedWith(tx, link.email, token_hash)) return 'already';
    throw new AppError('link_expired', { detail: 'This verification link is invalid or has expired.' });
  });
}

/** Promises a mail to whoever has this address; says nothing about whether anybody does. */
export async function askForLink(
  deps: RegistrationDeps,
  kind: 'reset' | 'verification',
  email: string,
  from: { address: string },
): Promise<void> {
  await countAgainstLimit(deps.db, mailSubnetLimit, subnetOf(from.address));
  await countAgainstLimit(
    deps.db,
    mailTargetLimit,
    `${kind}:${hashSecret(email.toLowerCase()).toString('hex')}`,
  );
  await enqueue(deps.db, kind === 'reset' ? forgotTask : resendTask, { email });
}

/** Sets a new password, ends every session, and tells the owner. Throws link_expired, invalid_input. */
export async function resetPassword(
  deps: RegistrationDeps,
  input: { token: string; email: string; new_password: string },
  from: { address: string },
): Promise<void> {
  await countAgainstLimit(deps.db, linkTryLimit, subnetOf(from.address));
  if (passwordStrength(input.new_password).score < requiredPasswordScore) {
    throw weakPassword('new_password', 'Please choose a stronger password that meets all requirements');
  }
  refuseGuessable(input.new_password, '', 'new_password');
  const password_hash = await hashPassword(input.new_password);
  await inTransaction(deps.db, async (tx) => {
    const token_hash = hashSecret(input.token);
    const used = await updateLinkUsed(tx, { purpose: 'reset_password', email: input.email, token_hash });
    if (used === undefined) throw new AppError('link_expired');
    const user = await updatePassword(tx, used.user_id, password_hash);
    refuseGuessable(input.new_password, user.username, 'new_password');
    // Who reads mail sent to this address has shown that it is theirs.
    await updateEmailVerified(tx, user.id);
    const ended = await updateTokensRevoked(tx, user.id);
    for (let first = 0; first < ended.length; first += 100) {
      const access_token_ids = ended.slice(first, first + 100);
      await publish(tx, tokenRevoked, { user_id: user.id, access_token_ids });
    }
    const content = passwordChangedMail(user, deps.config.publicUrl);
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

/** What guessers try first: the most common passwords, and those that hold the username. */
function refuseGuessable(password: string, username: string, field: string): void {
  if (isCommonPassword(password)) {
    throw weakPassword(field, 'This password is too common. Please choose another one.');
  }
  const shortestTelling = 3;
  if (username.length >= shortestTelling && password.toLowerCase().includes(username)) {
    throw weakPassword(field, 'The password must not contain the username.');
  }
}

function weakPassword(field: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [field]: detail } });
}
