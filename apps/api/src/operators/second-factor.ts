// The second factor: codes of an authenticator, each valid once, and recovery codes in case it is lost.
import { brand } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { createRecoveryCodes, hashRecoveryCode } from '../platform/recovery-codes.ts';
import { reseal, type SealKeys, seal, unseal } from '../platform/sealed.ts';
import { createTotpSecret, describeTotp, stepOfCode } from '../platform/totp.ts';
import {
  replaceRecoveryCodes,
  selectCredentialsById,
  selectFactors,
  updateEnrolled,
  updateFactor,
  updatePendingSecret,
  updateSessionsRevoked,
  useRecoveryCode,
  useTotpStep,
} from './operator-sessions.sql.ts';
import { completeSession, type OperatorSession, refuseWrongPassword } from './operator-sessions.ts';
import { countCode, type OperatorPlace } from './sign-in-guard.ts';

type FactorDeps = { db: Db; clock: Clock; config: { operatorSecretsKeys: SealKeys } };

const recoveryCodes = 8;

type Completed = { token: string; session: OperatorSession };

/** Throws wrong_code also for a code that was used before, already_done, too_many_requests. */
export async function enterCode(
  deps: FactorDeps,
  partial: OperatorSession,
  code: string,
  from: OperatorPlace,
): Promise<Completed> {
  if (partial.step === 'done') throw new AppError('already_done', { detail: 'You are already signed in.' });
  const counted = await countCode(deps.db, partial, from);
  const account = await selectCredentialsById(deps.db, partial.operator_id);
  if (account?.totp_secret == null) {
    throw new AppError('conflict', { detail: 'Set up an authenticator first.' });
  }
  const step = stepOf(deps, partial.operator_id, account.totp_secret, code);
  // One transaction, so that a recovery code is used only if its session is stored.
  const completed = await inTransaction(deps.db, async (tx) => {
    const isRight =
      step === undefined
        ? await useRecoveryCode(tx, partial.operator_id, hashRecoveryCode(code))
        : await useTotpStep(tx, partial.operator_id, step);
    if (!isRight) throw new AppError('wrong_code');
    return completeSession(tx, partial, from);
  });
  await counted.right();
  return completed;
}

/**
 * Creates a secret that becomes valid with its first code; until then the present one stays valid. Throws
 * second_factor_needed for an operator who has an authenticator and has not used it in this session.
 */
export async function beginEnrolment(
  deps: FactorDeps,
  session: OperatorSession,
): Promise<{ otpauth_uri: string; secret: string }> {
  if (session.step === 'code') throw new AppError('second_factor_needed');
  const secret = createTotpSecret();
  const { operator_id } = session;
  await updatePendingSecret(deps.db, operator_id, seal(deps.config.operatorSecretsKeys, secret, operator_id));
  return describeTotp(secret, { issuer: `${brand.name} operators`, account: session.username });
}

/**
 * Activates the new secret. Replacing an authenticator needs the password again, so that a stolen session can't lock the owner
 * out. It needs no code of the old authenticator, which may be lost. Throws wrong_password, wrong_code, conflict when no
 * enrolment was started, second_factor_needed, too_many_requests.
 */
export async function confirmEnrolment(
  deps: FactorDeps,
  typed: { code: string; current_password?: string | undefined; from: OperatorPlace },
  session: OperatorSession,
  record: (tx: Db) => Promise<void>,
): Promise<Completed & { recovery_codes: string[] }> {
  if (session.step === 'code') throw new AppError('second_factor_needed');
  const account = await selectCredentialsById(deps.db, session.operator_id);
  if (account?.totp_secret != null) {
    if (session.step !== 'done') throw new AppError('second_factor_needed');
    if (typed.current_password === undefined) throw new AppError('wrong_password');
    await refuseWrongPassword(deps.db, session, typed.current_password);
  }
  const counted = await countCode(deps.db, session, typed.from);
  if (account?.totp_pending_secret == null) {
    throw new AppError('conflict', { detail: 'Start again with a new secret.' });
  }
  const step = stepOf(deps, session.operator_id, account.totp_pending_secret, typed.code);
  if (step === undefined) throw new AppError('wrong_code');
  await counted.right();
  const { codes, hashes } = createRecoveryCodes(recoveryCodes);
  return inTransaction(deps.db, async (tx) => {
    await updateEnrolled(tx, session.operator_id, step, hashes);
    await updateSessionsRevoked(tx, session.operator_id, null);
    await record(tx);
    return { ...(await completeSession(tx, session, typed.from)), recovery_codes: codes };
  });
}

/**
 * Replaces the recovery codes. Needs both factors again. Throws wrong_password, wrong_code, conflict without an authenticator,
 * too_many_requests.
 */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  typed: { current_password: string; code: string; from: OperatorPlace },
  session: OperatorSession,
  record: (tx: Db) => Promise<void>,
): Promise<{ recovery_codes: string[] }> {
  await refuseWrongPassword(deps.db, session, typed.current_password);
  const counted = await countCode(deps.db, session, typed.from);
  const account = await selectCredentialsById(deps.db, session.operator_id);
  if (account?.totp_secret == null) {
    throw new AppError('conflict', { detail: 'Set up an authenticator first.' });
  }
  const step = stepOf(deps, session.operator_id, account.totp_secret, typed.code);
  if (step === undefined || !(await useTotpStep(deps.db, session.operator_id, step))) {
    throw new AppError('wrong_code');
  }
  await counted.right();
  const { codes, hashes } = createRecoveryCodes(recoveryCodes);
  await inTransaction(deps.db, async (tx) => {
    await replaceRecoveryCodes(tx, session.operator_id, hashes);
    await record(tx);
  });
  return { recovery_codes: codes };
}

/** The time step of a right code. Undefined for a wrong one, and when no key decrypts the secret: recovery codes still work. */
function stepOf(deps: FactorDeps, operatorId: string, stored: Buffer, code: string): number | undefined {
  const secret = unseal(deps.config.operatorSecretsKeys, stored, operatorId);
  return secret === undefined ? undefined : stepOfCode(secret, code, deps.clock.nowMs());
}

/**
 * Encrypts secrets that are not encrypted with the present key: old plain ones, and those of a key that is being replaced.
 * Each node does this at its start, before it serves requests.
 */
export async function sealSecrets({
  db,
  config,
  log,
}: Omit<FactorDeps, 'clock'> & { log: Log }): Promise<void> {
  const keys = config.operatorSecretsKeys;
  for (const operator of await selectFactors(db)) {
    const { id } = operator;
    const totp_secret = operator.totp_secret && reseal(keys, operator.totp_secret, id);
    const totp_pending_secret =
      operator.totp_pending_secret && reseal(keys, operator.totp_pending_secret, id);
    if (totp_secret === undefined || totp_pending_secret === undefined) {
      log.error({ operator_id: operator.id }, 'a second factor can not be read with OPERATOR_SECRETS_KEY');
      continue;
    }
    await updateFactor(db, operator, { totp_secret, totp_pending_secret });
  }
}
