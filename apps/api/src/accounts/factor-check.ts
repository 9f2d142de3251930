// Checks codes and passkeys. Each code counts once: an authenticator's by its 30-second step, a recovery code for good.
import { brand } from '@pocketfleet/rules';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Limit } from '../platform/limits.ts';
import { type PasskeyCheck, type PasskeySite, readAssertion } from '../platform/passkeys.ts';
import { hashRecoveryCode } from '../platform/recovery-codes.ts';
import { type SealKeys, unseal } from '../platform/sealed.ts';
import { stepOfCode } from '../platform/totp.ts';
import {
  selectAuthenticators,
  selectPasskeys,
  usePasskey,
  useRecoveryCode,
  useTotpStep,
} from './second-factors.sql.ts';

export type FactorDeps = {
  db: Db;
  clock: Clock;
  config: { publicUrl: string; operatorSecretsKeys: SealKeys };
};

/** Wrong codes of somebody who is signed in, so that a stolen session can't be used to guess one. */
export const ownCodeLimit: Limit = { name: 'own-factor-code', count: 10, windowS: 15 * 60 };

export function passkeySiteOf({ config }: Pick<FactorDeps, 'config'>): PasskeySite {
  return { name: brand.name, publicUrl: config.publicUrl };
}

/** The step of a code for a secret as it is stored; undefined for a wrong code, and when no key decrypts the secret. */
export function stepOf(deps: FactorDeps, stored: Buffer, owner: string, code: string): number | undefined {
  const secret = unseal(deps.config.operatorSecretsKeys, stored, owner);
  const digits = code.replace(/[\s-]/g, '');
  return secret && /^\d{6}$/.test(digits) ? stepOfCode(secret, digits, deps.clock.nowMs()) : undefined;
}

/** Uses up a right code, in the caller's transaction. Undefined for a wrong one. */
export async function useCode(
  tx: Db,
  deps: FactorDeps,
  userId: string,
  code: string,
): Promise<'authenticator' | 'recovery_code' | undefined> {
  for (const { id, totp_secret } of await selectAuthenticators(tx, userId)) {
    const step = stepOf(deps, totp_secret, userId, code);
    if (step !== undefined && (await useTotpStep(tx, id, step))) return 'authenticator';
  }
  return (await useRecoveryCode(tx, userId, hashRecoveryCode(code))) ? 'recovery_code' : undefined;
}

/** True when one of the user's passkeys has signed this challenge as it must, in the caller's transaction. */
export async function useAssertion(
  tx: Db,
  site: PasskeySite,
  userId: string,
  assertion: { id: string },
  check: PasskeyCheck,
): Promise<boolean> {
  const passkey = (await selectPasskeys(tx, userId)).find(({ passkey_id }) => passkey_id === assertion.id);
  if (passkey === undefined) return false;
  const count = await readAssertion(site, assertion, check, passkey);
  return count !== undefined && usePasskey(tx, passkey.id, { before: passkey.sign_count, now: count });
}
