// The second step of a sign-in. A right password opens a challenge, which is in the database, so that it survives a restart
// and counts its tries on all nodes. It is used once, within five minutes, with five tries, and only for the password that was
// right. Wrong codes are limited as wrong passwords are: nobody can use up the limit of a browser that the account has signed
// in with before, and passkeys can't be guessed, so they are not limited but by the challenge's tries.
import { randomBytes } from 'node:crypto';
import type { SecondFactorDue } from '@pocketfleet/contract';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { inTransaction } from '../platform/database.ts';
import { type Count, isOverLimit, type Limit, refundAll, withinLimits } from '../platform/limits.ts';
import { assertionOptions, type PasskeyCheck } from '../platform/passkeys.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { type FactorDeps, passkeySiteOf, useAssertion, useCode } from './factor-check.ts';
import { openSession, type SignedIn, type SignInPlace } from './open-session.ts';
import { recoveryCodeUsedMail, wrongCodesMail } from './second-factor-mails.ts';
import { countRecoveryCodes, selectAuthenticators, selectPasskeys } from './second-factors.sql.ts';
import {
  type ChallengeRow,
  insertChallenge,
  selectChallenge,
  takeTry,
  updateChallengeUsed,
} from './sign-in-challenges.sql.ts';
import { clearStrangerLimits, dailyCodeLimit, strangerCodeLimit } from './stranger-limits.ts';

const challengeMinutes = 5;
const deviceCodeLimit: Limit = { name: 'factor-device', count: 15, windowS: 15 * 60 };
const codeLimit: Limit = { name: 'factor', count: 15, windowS: 15 * 60 };
const subnetCodeLimit: Limit = { name: 'factor-subnet', count: 200, windowS: 15 * 60 };
/** Wrong codes of a day before the owner is warned, whichever challenge they were entered for. */
const wrongCodesLimit: Limit = { name: 'factor-wrong', count: 4, windowS: 86_400 };
const wrongCodesMailLimit: Limit = { name: 'factor-mail', count: 1, windowS: 86_400 };

/** The refusal of a sign-in whose password was right: it says how to go on. */
export async function secondFactorRequired(
  deps: FactorDeps,
  account: { id: string; password_hash: string },
): Promise<AppError> {
  const secret = createSecret();
  const passkey_challenge = randomBytes(32).toString('base64url');
  await insertChallenge(
    deps.db,
    {
      user_id: account.id,
      password_hash: account.password_hash,
      secret_hash: hashSecret(secret),
      passkey_challenge,
    },
    challengeMinutes,
  );
  const passkeys = await selectPasskeys(deps.db, account.id);
  const codes = await selectAuthenticators(deps.db, account.id);
  const left = await countRecoveryCodes(deps.db, account.id);
  const more: SecondFactorDue = {
    challenge: secret,
    methods: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(codes.length > 0 ? (['code'] as const) : []),
      ...(left > 0 ? (['recovery_code'] as const) : []),
    ],
    passkey:
      passkeys.length === 0
        ? null
        : { ...(await assertionOptions(passkeySiteOf(deps), afterPassword(passkey_challenge), passkeys)) },
  };
  return new AppError('second_factor_required', { more });
}

/** Throws challenge_ended, wrong_code, invalid_input, invalid_credentials, too_many_requests. */
export async function enterSecondFactor(
  deps: FactorDeps,
  input: { challenge: string; code?: string | undefined; assertion?: { id: string } | undefined },
  from: SignInPlace,
): Promise<SignedIn> {
  const { code, assertion } = input;
  if ((code === undefined) === (assertion === undefined)) {
    const detail = 'Enter a code, or use a passkey.';
    throw new AppError('invalid_input', { detail, fields: { code: detail } });
  }
  const subnet = wideSubnetOf(from.address);
  const deviceHash = from.deviceToken === undefined ? null : hashSecret(from.deviceToken);
  const challenge = await selectChallenge(deps.db, hashSecret(input.challenge), { subnet, deviceHash });
  if (challenge === undefined) throw new AppError('challenge_ended');
  const counts = code === undefined ? [] : countsOf(challenge, { subnet, deviceHash });
  const entered = withinLimits(deps.db, counts, async () => {
    if (!(await takeTry(deps.db, challenge.id))) throw new AppError('challenge_ended');
    const signedIn = await useFactor(
      deps,
      challenge,
      { code, assertion },
      { subnet, userAgent: from.userAgent },
    );
    if (signedIn === undefined) {
      throw new AppError('wrong_code', assertion && { detail: wrongPasskey });
    }
    await refundAll(deps.db, counts);
    await clearStrangerLimits(deps.db, { id: challenge.user_id, username: challenge.username });
    return signedIn;
  });
  return entered.catch(async (error) => {
    if (error instanceof AppError && isWrong.has(error.code)) await noteWrongCode(deps, challenge);
    throw error;
  });
}

/** A code that is refused unread counts as a wrong one. */
const isWrong: ReadonlySet<string> = new Set(['wrong_code', 'too_many_requests']);

/** The password says who it is. */
function afterPassword(challenge: string): PasskeyCheck {
  return { challenge, userVerification: 'preferred' };
}

const wrongPasskey = 'This passkey couldn’t be verified. Try again, or use another way to sign in.';

/** One transaction, so that a code is used only if its session is stored. Undefined for a wrong code or passkey. */
function useFactor(
  deps: FactorDeps,
  challenge: ChallengeRow,
  { code, assertion }: { code: string | undefined; assertion: { id: string } | undefined },
  from: { subnet: string; userAgent: string },
): Promise<SignedIn | undefined> {
  const { user_id, password_hash, passkey_challenge } = challenge;
  return inTransaction(deps.db, async (tx) => {
    const used =
      code === undefined
        ? assertion &&
          (await useAssertion(tx, passkeySiteOf(deps), user_id, assertion, afterPassword(passkey_challenge)))
        : await useCode(tx, deps, user_id, code);
    if (used === undefined || used === false) return undefined;
    if (!(await updateChallengeUsed(tx, challenge.id))) throw new AppError('challenge_ended');
    if (used === 'recovery_code') {
      const left = await countRecoveryCodes(tx, user_id);
      const content = recoveryCodeUsedMail(challenge, { left, usedFor: 'sign_in' }, deps.config.publicUrl);
      await queueMail(tx, { to: challenge.email, template: 'recovery_code_used', content });
    }
    return openSession(tx, { id: user_id, password_hash }, { ...from, hasGivenFactor: true });
  });
}

/** The limits that a code counts against, as for passwords (`accounts.ts`). */
function countsOf(
  { user_id, is_known_device, is_known_subnet }: ChallengeRow,
  from: { subnet: string; deviceHash: Buffer | null },
): Count[] {
  if (is_known_device && from.deviceHash !== null) {
    return [[deviceCodeLimit, `${user_id}:${from.deviceHash.toString('hex')}`]];
  }
  const byPlace: Count[] = [
    [subnetCodeLimit, from.subnet],
    [codeLimit, `${user_id}:${from.subnet}`],
    [dailyCodeLimit, user_id],
  ];
  return is_known_subnet ? byPlace : [...byPlace, [strangerCodeLimit, user_id]];
}

/** From the fifth of a day on somebody may know the password, so the owner gets a mail, at most one a day. */
async function noteWrongCode(deps: FactorDeps, challenge: ChallengeRow): Promise<void> {
  if (!(await isOverLimit(deps.db, wrongCodesLimit, challenge.user_id))) return;
  if (await isOverLimit(deps.db, wrongCodesMailLimit, challenge.user_id)) return;
  const content = wrongCodesMail(challenge, deps.config.publicUrl);
  await inTransaction(deps.db, (tx) =>
    queueMail(tx, { to: challenge.email, template: 'wrong_second_factor', content }),
  );
}
