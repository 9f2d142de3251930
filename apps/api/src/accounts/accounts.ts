// Customers' accounts, sign-in and access tokens. This feature knows nothing of devices, orders or sockets. It publishes
// `token_revoked` in the transaction that revokes a token. A token is valid only while its row says so.
import { AppError } from '../platform/app-error.ts';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import type { Db } from '../platform/database.ts';
import { type Count, clearLimit, type Limit, refund, withinLimits } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { hashSecret } from '../platform/secrets.ts';
import {
  type CredentialsRow,
  selectByName,
  selectCredentials,
  selectUser,
  type UserRow,
} from './accounts.sql.ts';
import type { FactorDeps } from './factor-check.ts';
import { openSession, type SignedIn, type SignInPlace } from './open-session.ts';
import { confirmAccountPassword } from './passwords.ts';
import { secondFactorRequired } from './second-step.ts';
import { endSessions } from './sessions.ts';
import { clearStrangerLimits, strangerLoginLimit, usernameKey } from './stranger-limits.ts';

export { getBillingDetails } from './billing.ts';
export { deviceTokenOf } from './open-session.ts';
export { refuseGuessablePassword } from './password-rules.ts';
export { hashPassword, isPasswordRight, type PasswordPlace } from './passwords.ts';

export { removeAllSecondFactors } from './second-factors.ts';
export { refuseRestricted, setStanding } from './standing.ts';

/** For our team: finds a customer by username. */
export function findUserByName(
  deps: AccountsDeps,
  username: string,
): Promise<{ id: string; is_suspended: boolean } | undefined> {
  return selectByName(deps.db, username);
}

type AccountsDeps = { db: Db };

/** Wrong passwords for one account from a browser that has signed in to it before. Nobody else can use up this limit. */
const deviceLoginLimit: Limit = { name: 'login-device', count: 10, windowS: 15 * 60 };
/**
 * Wrong passwords: for one account from one subnet, from one subnet for all accounts, and for one account from all subnets
 * where it never signed in (`stranger-limits.ts`). The last one stops an attacker with many addresses without locking the owner out of the
 * places that they use.
 */
const loginLimit: Limit = { name: 'login', count: 10, windowS: 15 * 60 };
const subnetLoginLimit: Limit = { name: 'login-subnet', count: 200, windowS: 15 * 60 };

type Credentials = { username: string; password: string };

/**
 * `credentials.username` is the username or the email address. Limits count the account under its username, so that two names
 * don't allow twice the guesses. Throws second_factor_required after a right password where one is due,
 * invalid_credentials, email_not_verified, account_suspended, too_many_requests, unavailable.
 */
export async function login(
  deps: FactorDeps,
  credentials: Credentials,
  from: SignInPlace,
): Promise<SignedIn> {
  const { db } = deps;
  const subnet = wideSubnetOf(from.address);
  const deviceHash = from.deviceToken === undefined ? null : hashSecret(from.deviceToken);
  const typedName = credentials.username.trim().toLowerCase();
  const account = await selectCredentials(db, typedName, { subnet, deviceHash });
  const name = usernameKey(account?.username ?? typedName);
  const counts = countsOf(account, { name, subnet, deviceHash });
  return withinLimits(db, counts, async () => {
    const isKnown = account?.is_known_subnet === true || account?.is_known_device === true;
    const place = isKnown
      ? ({ lane: 'known', asker: account.id } as const)
      : ({ lane: 'customers', asker: siteOf(from.address) } as const);
    const counted = account ?? { id: name, password_hash: undefined };
    const isRight = await confirmAccountPassword(db, counted, credentials.password, place);
    if (!isRight || account === undefined) throw new AppError('invalid_credentials');
    // Only after a right password may a refusal say more about the account.
    if (account.is_suspended) throw new AppError('account_suspended');
    if (!account.is_verified) throw new AppError('email_not_verified', { more: { email: account.email } });
    if (account.has_second_factor) {
      await clearCounts(db, counts);
      throw await secondFactorRequired(deps, account);
    }
    const signedIn = await openSession(db, account, { subnet, userAgent: from.userAgent });
    await clearCounts(db, counts);
    if (!isKnown) await clearStrangerLimits(db, account);
    return signedIn;
  });
}

/** The limits that a sign-in counts against. */
function countsOf(
  account: CredentialsRow | undefined,
  from: { name: string; subnet: string; deviceHash: Buffer | null },
): Count[] {
  if (account?.is_known_device === true && from.deviceHash !== null) {
    return [[deviceLoginLimit, from.deviceHash.toString('hex')]];
  }
  const byPlace: Count[] = [
    [subnetLoginLimit, from.subnet],
    [loginLimit, `${from.name}:${from.subnet}`],
  ];
  return account?.is_known_subnet === true ? byPlace : [...byPlace, [strangerLoginLimit, from.name]];
}

/** After a right password, earlier wrong ones are forgiven. Of the subnet's limit only this sign-in is refunded. */
async function clearCounts(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [limit, subject] of counts) {
    if (limit === subnetLoginLimit) await refund(db, limit, subject);
    else if (limit !== strangerLoginLimit) await clearLimit(db, limit, subject);
  }
}

export async function getUser(deps: AccountsDeps, userId: string): Promise<UserRow> {
  const user = await selectUser(deps.db, userId);
  if (user === undefined) throw new AppError('not_authenticated');
  return user;
}

/** Ends one access token and everything that was opened with it. */
export async function logout(deps: AccountsDeps, caller: Principal): Promise<void> {
  await endSessions(deps.db, caller.user_id, { only: caller.credential_id });
}
