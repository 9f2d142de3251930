// Confirms that the person before the screen is the account's owner, before a change of the account: by the current password,
// by a code, or by a passkey that verifies the person.
import { randomBytes } from 'node:crypto';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { clearLimit, type Limit, withinLimits } from '../platform/limits.ts';
import { assertionOptions } from '../platform/passkeys.ts';
import type { Principal } from '../platform/principal.ts';
import { type FactorDeps, ownCodeLimit, passkeySiteOf, useAssertion, useCode } from './factor-check.ts';
import { replaceConfirmation, takeConfirmation } from './passkey-confirmations.sql.ts';
import { confirmAccountPassword } from './passwords.ts';
import { selectPasswordHash } from './profile.sql.ts';
import { recoveryCodeUsedMail } from './second-factor-mails.ts';
import { countRecoveryCodes, lockFactorOwner, selectPasskeys } from './second-factors.sql.ts';

/** Wrong current passwords of one account, so that a stolen session can't be used to guess the password. */
const confirmLimit: Limit = { name: 'confirm', count: 10, windowS: 15 * 60 };

/** Checks the current password; returns its hash. Throws wrong_password, too_many_requests. */
export async function confirmPassword(db: Db, caller: Principal, password: string): Promise<string> {
  return withinLimits(db, [[confirmLimit, caller.user_id]], async () => {
    const hash = await selectPasswordHash(db, caller.user_id);
    const id = caller.user_id;
    const place = { lane: 'known', asker: id } as const;
    const isRight = await confirmAccountPassword(db, { id, password_hash: hash }, password, place);
    if (!isRight || hash === undefined) {
      const detail = 'That’s not your current password.';
      throw new AppError('wrong_password', { fields: { current_password: detail } });
    }
    await clearLimit(db, confirmLimit, caller.user_id);
    return hash;
  });
}

export type Proof = {
  current_password?: string | undefined;
  code?: string | undefined;
  assertion?: { id: string } | undefined;
};

const confirmMinutes = 5;
/** It stands in place of the password: a security key that only asks for a touch proves nothing about the person. */
const userVerification = 'required';

/** Returns the challenge that a passkey signs; the signature goes into `Proof`. Throws conflict for an account without one. */
export async function askForPasskey(
  deps: FactorDeps,
  caller: Principal,
): Promise<Awaited<ReturnType<typeof assertionOptions>>> {
  const passkeys = await selectPasskeys(deps.db, caller.user_id);
  if (passkeys.length === 0) {
    throw new AppError('conflict', { detail: 'Your account has no passkey. Use your password or a code.' });
  }
  const passkey_challenge = randomBytes(32).toString('base64url');
  const { credential_id } = caller;
  await replaceConfirmation(deps.db, { credential_id, passkey_challenge, minutes: confirmMinutes });
  return assertionOptions(passkeySiteOf(deps), { challenge: passkey_challenge, userVerification }, passkeys);
}

/** Throws wrong_password, wrong_code, invalid_input unless there is exactly one of them, too_many_requests. */
export async function confirmCaller(deps: FactorDeps, caller: Principal, proof: Proof): Promise<void> {
  const { code, current_password, assertion } = proof;
  if ([code, current_password, assertion].filter((each) => each !== undefined).length !== 1) {
    const detail = 'Enter your current password or a code, or use a passkey.';
    throw new AppError('invalid_input', { detail, fields: { current_password: detail } });
  }
  if (assertion !== undefined) return confirmPasskeyOf(deps, caller, assertion);
  if (code !== undefined) return confirmCode(deps, caller, code);
  if (current_password !== undefined) await confirmPassword(deps.db, caller, current_password);
}

function confirmCode(deps: FactorDeps, caller: Principal, code: string): Promise<void> {
  return withinLimits(deps.db, [[ownCodeLimit, caller.user_id]], async () => {
    const used = await inTransaction(deps.db, async (tx) => {
      const kind = await useCode(tx, deps, caller.user_id, code);
      if (kind === 'recovery_code') await mailRecoveryCodeUsed(tx, deps, caller.user_id);
      return kind;
    });
    if (used === undefined) throw new AppError('wrong_code');
    await clearLimit(deps.db, ownCodeLimit, caller.user_id);
  });
}

/** A passkey can't be guessed, so wrong answers aren't counted; each uses up what it was to sign. */
async function confirmPasskeyOf(
  deps: FactorDeps,
  { credential_id, user_id }: Principal,
  assertion: { id: string },
): Promise<void> {
  const isRight = await inTransaction(deps.db, async (tx) => {
    const challenge = await takeConfirmation(tx, credential_id);
    if (challenge === undefined) return false;
    return useAssertion(tx, passkeySiteOf(deps), user_id, assertion, { challenge, userVerification });
  });
  if (isRight) return;
  const detail = 'This passkey couldn’t be verified. Try again, or confirm in another way.';
  throw new AppError('wrong_code', { detail });
}

/** The owner gets a mail, because somebody may have found the code together with a session. */
async function mailRecoveryCodeUsed(tx: Tx, deps: FactorDeps, userId: string): Promise<void> {
  const owner = await lockFactorOwner(tx, userId);
  if (owner === undefined) return;
  const left = await countRecoveryCodes(tx, userId);
  const content = recoveryCodeUsedMail(owner, { left, usedFor: 'change' }, deps.config.publicUrl);
  await queueMail(tx, { to: owner.email, template: 'recovery_code_used', content });
}
