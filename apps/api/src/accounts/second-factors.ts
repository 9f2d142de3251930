// A customer's second factors: passkeys and authenticators, of which each counts once it was confirmed, and recovery codes.
// Changes need the password or a second factor again. With the first factor all other sessions end, because a password alone has
// opened them.
import { randomBytes, randomUUID } from 'node:crypto';
import { maxSecondFactors, recoveryCodeCount, type SecondFactor } from '@pocketfleet/contract';
import { brand } from '@pocketfleet/rules';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { clearLimit, type Limit, withinLimits } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import { readRegistration, registrationOptions, type StoredPasskey } from '../platform/passkeys.ts';
import type { Principal } from '../platform/principal.ts';
import { createRecoveryCodes } from '../platform/recovery-codes.ts';
import { keyIdOf, reseal, seal } from '../platform/sealed.ts';
import { createTotpSecret, describeTotp } from '../platform/totp.ts';
import { confirmCaller, type Proof } from './confirm-caller.ts';
import { type FactorDeps, ownCodeLimit, passkeySiteOf, stepOf } from './factor-check.ts';
import {
  factorAddedMail,
  factorRemovedMail,
  factorsRemovedByTeamMail,
  recoveryCodesRenewedMail,
} from './second-factor-mails.ts';
import {
  countRecoveryCodes,
  deleteFactors,
  insertFactor,
  lockFactorOwner,
  replaceRecoveryCodes,
  selectPasskeys,
  selectPendingFactor,
  selectSecondFactors,
  selectUnsealed,
  updateFactorConfirmed,
  updateFactorName,
  updateTotpSecret,
} from './second-factors.sql.ts';
import { noteSecondFactor } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

const confirmMinutes = 15;
/** Each sends a mail. */
const changeLimit: Limit = { name: 'factor-changes', count: 40, windowS: 86_400 };

type Confirmed = { factor: SecondFactor; recovery_codes: string[] | null };

export async function listSecondFactors(
  deps: { db: Db },
  caller: Principal,
): Promise<{ factors: SecondFactor[]; recovery_codes_left: number }> {
  const factors = await selectSecondFactors(deps.db, caller.user_id);
  return { factors, recovery_codes_left: await countRecoveryCodes(deps.db, caller.user_id) };
}

/** Throws limit_reached, and the errors of `confirmCaller`. */
export async function addAuthenticator(
  deps: FactorDeps,
  caller: Principal,
  { name, ...proof }: { name: string } & Proof,
): Promise<{ id: string; otpauth_uri: string; secret: string }> {
  await confirmCaller(deps, caller, proof);
  const [id, secret] = [randomUUID(), createTotpSecret()];
  const { user_id } = caller;
  const totp_secret = seal(deps.config.operatorSecretsKeys, secret, user_id);
  const { username } = await begin(deps, caller, (tx) =>
    insertFactor(tx, { id, user_id, name, kind: 'authenticator', totp_secret }),
  );
  return { id, ...describeTotp(secret, { issuer: brand.name, account: username }) };
}

/** Throws limit_reached, and the errors of `confirmCaller`. */
export async function addPasskey(
  deps: FactorDeps,
  caller: Principal,
  { name, ...proof }: { name: string } & Proof,
): Promise<{ id: string; options: Awaited<ReturnType<typeof registrationOptions>> }> {
  await confirmCaller(deps, caller, proof);
  const [id, challenge] = [randomUUID(), randomBytes(32).toString('base64url')];
  const { user_id } = caller;
  const person = await begin(deps, caller, (tx) =>
    insertFactor(tx, { id, user_id, name, kind: 'passkey', challenge }),
  );
  const known = await selectPasskeys(deps.db, user_id);
  const described = { id: user_id, username: person.username, display_name: person.username };
  return { id, options: await registrationOptions(passkeySiteOf(deps), described, challenge, known) };
}

function begin(
  deps: FactorDeps,
  caller: Principal,
  insert: (tx: Db) => Promise<void>,
): Promise<{ username: string }> {
  return inTransaction(deps.db, async (tx) => {
    const owner = await lockFactorOwner(tx, caller.user_id);
    if (owner === undefined) throw new AppError('not_authenticated');
    if ((await selectSecondFactors(tx, caller.user_id)).length >= maxSecondFactors) {
      const detail = `You have ${maxSecondFactors} second factors, which is the most. Remove one of them first.`;
      throw new AppError('limit_reached', { detail });
    }
    await insert(tx);
    return owner;
  });
}

/** Throws wrong_code, too_many_requests, and not_found if it was not begun, or too long ago. */
export function confirmAuthenticator(
  deps: FactorDeps,
  caller: Principal,
  id: string,
  code: string,
): Promise<Confirmed> {
  return withinLimits(deps.db, [[ownCodeLimit, caller.user_id]], async () => {
    const pending = await selectPendingFactor(deps.db, caller.user_id, id, confirmMinutes);
    if (pending?.totp_secret == null) throw new AppError('not_found');
    const totp_step = stepOf(deps, pending.totp_secret, caller.user_id, code);
    if (totp_step === undefined) throw new AppError('wrong_code');
    const confirmed = await confirm(deps, caller, id, { totp_step });
    await clearLimit(deps.db, ownCodeLimit, caller.user_id);
    return confirmed;
  });
}

/** Throws wrong_code for an answer that isn't right, already_exists, not_found. */
export async function confirmPasskey(
  deps: FactorDeps,
  caller: Principal,
  id: string,
  registration: object,
): Promise<Confirmed> {
  const pending = await selectPendingFactor(deps.db, caller.user_id, id, confirmMinutes);
  if (pending?.challenge == null) throw new AppError('not_found');
  const passkey = await readRegistration(passkeySiteOf(deps), registration, pending.challenge);
  if (passkey === undefined) {
    throw new AppError('wrong_code', { detail: 'This passkey couldn’t be verified. Please try again.' });
  }
  return confirm(deps, caller, id, passkey);
}

function confirm(
  deps: FactorDeps,
  caller: Principal,
  id: string,
  proven: { totp_step: number } | StoredPasskey,
): Promise<Confirmed> {
  const { user_id, credential_id } = caller;
  return withinLimits(deps.db, [[changeLimit, user_id]], () =>
    inTransaction(deps.db, async (tx) => {
      const owner = await lockFactorOwner(tx, user_id);
      const factor = await updateFactorConfirmed(tx, id, proven);
      if (owner === undefined || factor === undefined) throw new AppError('not_found');
      const isFirst = !owner.has_second_factor;
      const { codes, hashes } = createRecoveryCodes(recoveryCodeCount);
      if (isFirst) {
        await replaceRecoveryCodes(tx, user_id, hashes);
        await endSessions(tx, user_id, { except: credential_id });
      }
      await noteSecondFactor(tx, credential_id);
      const content = factorAddedMail(owner, { ...factor, isFirst }, deps.config.publicUrl);
      await queueMail(tx, { to: owner.email, template: 'second_factor_added', content });
      return { factor, recovery_codes: isFirst ? codes : null };
    }),
  );
}

/** Throws not_found. */
export async function renameSecondFactor(
  deps: { db: Db },
  caller: Principal,
  id: string,
  name: string,
): Promise<SecondFactor> {
  const factor = await updateFactorName(deps.db, caller.user_id, id, name);
  if (factor === undefined) throw new AppError('not_found');
  return factor;
}

/** Throws not_found, and the errors of `confirmCaller`. */
export async function removeSecondFactor(
  deps: FactorDeps,
  caller: Principal,
  id: string,
  proof: Proof,
): Promise<void> {
  await confirmCaller(deps, caller, proof);
  const { user_id } = caller;
  await withinLimits(deps.db, [[changeLimit, user_id]], () =>
    inTransaction(deps.db, async (tx) => {
      const owner = await lockFactorOwner(tx, user_id);
      const [name] = await deleteFactors(tx, user_id, id);
      if (owner === undefined || name === undefined) throw new AppError('not_found');
      const isLast = (await selectSecondFactors(tx, user_id)).length === 0;
      if (isLast) await replaceRecoveryCodes(tx, user_id, []);
      const content = factorRemovedMail(owner, { name, isLast }, deps.config.publicUrl);
      await queueMail(tx, { to: owner.email, template: 'second_factor_removed', content });
    }),
  );
}

/** Throws conflict without a second factor, and the errors of `confirmCaller`. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  caller: Principal,
  proof: Proof,
): Promise<{ recovery_codes: string[] }> {
  await confirmCaller(deps, caller, proof);
  const { codes, hashes } = createRecoveryCodes(recoveryCodeCount);
  await withinLimits(deps.db, [[changeLimit, caller.user_id]], () =>
    inTransaction(deps.db, async (tx) => {
      const owner = await lockFactorOwner(tx, caller.user_id);
      if (owner?.has_second_factor !== true) {
        throw new AppError('conflict', { detail: 'Add a passkey or an authenticator first.' });
      }
      await replaceRecoveryCodes(tx, caller.user_id, hashes);
      const content = recoveryCodesRenewedMail(owner, deps.config.publicUrl);
      await queueMail(tx, { to: owner.email, template: 'recovery_codes_renewed', content });
    }),
  );
  return { recovery_codes: codes };
}

/** For our team, when a customer has lost them. Throws not_found, already_done. */
export async function removeAllSecondFactors(tx: Db, userId: string, publicUrl: string): Promise<void> {
  const owner = await lockFactorOwner(tx, userId);
  if (owner === undefined) throw new AppError('not_found');
  const removed = await deleteFactors(tx, userId, null);
  if (removed.length === 0) {
    throw new AppError('already_done', { detail: 'This customer has no second factor.' });
  }
  await replaceRecoveryCodes(tx, userId, []);
  const content = factorsRemovedByTeamMail(owner, publicUrl);
  await queueMail(tx, { to: owner.email, template: 'second_factors_removed', content });
}

const batch = 500;

/** Encrypts the secrets of authenticators with the present key. Each node does this at its start. */
export async function sealAuthenticators({
  db,
  config: { operatorSecretsKeys: keys },
  log,
}: Omit<FactorDeps, 'clock'> & { log: Log }): Promise<void> {
  const [present] = keys;
  if (present === undefined) return;
  let after: string | null = null;
  for (;;) {
    const rows = await selectUnsealed(db, keyIdOf(present), after, batch);
    for (const { id, user_id, totp_secret } of rows) {
      const sealed = reseal(keys, totp_secret, user_id);
      if (sealed !== undefined) await updateTotpSecret(db, id, totp_secret, sealed);
      else log.error({ user_id }, 'a customer’s authenticator can not be read with OPERATOR_SECRETS_KEY');
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < batch) return;
  }
}
