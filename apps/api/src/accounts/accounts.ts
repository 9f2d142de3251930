// Who the customers are and what proves it. Knows nothing of devices, orders or sockets; tells
// `token_revoked` in the transaction that revokes. A token counts only while its row says so.
import { AppError } from '../platform/app-error.ts';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import type { Db } from '../platform/database.ts';
import type { Caller } from '../platform/implement.ts';
import { type Count, clearLimit, giveBack, type Limit, withinLimits } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import {
  type CredentialsRow,
  insertAccessToken,
  selectByName,
  selectCaller,
  selectCredentials,
  selectDeadTokens,
  selectUser,
  selectUsers,
  type UserRow,
} from './accounts.sql.ts';
import { confirmAccountPassword } from './passwords.ts';
import { updateTokenUsed } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

export { refuseGuessable } from './password-rules.ts';
export { hashPassword, isPasswordRight, type PasswordPlace } from './passwords.ts';

export { refuseRestricted, type Standing, setStanding } from './standing.ts';

/** For our team. Undefined when nobody has this name. */
export function findUserByName(
  deps: AccountsDeps,
  username: string,
): Promise<{ id: string; is_suspended: boolean } | undefined> {
  return selectByName(deps.db, username);
}

type AccountsDeps = { db: Db };

const tokenDays = 7;
/** How long a browser is known: as long as the row of the session that it came with (see housekeeping). */
export const knownDeviceS = (tokenDays + 30) * 86_400;
/** Wrong tries of one account from one browser that has signed in to it before: nobody else can use these up. */
const deviceLoginLimit: Limit = { name: 'login-device', count: 10, windowS: 15 * 60 };
/** Wrong tries of one account from one subnet; of one subnet over all accounts; and of one account from all
 * subnets where it never signed in, so that a stranger with many addresses neither guesses on nor locks its owner
 * out of the places that they use. */
const loginLimit: Limit = { name: 'login', count: 10, windowS: 15 * 60 };
const subnetLoginLimit: Limit = { name: 'login-subnet', count: 200, windowS: 15 * 60 };
const strangerLoginLimit: Limit = { name: 'login-account', count: 100, windowS: 60 * 60 };

type Credentials = { username: string; password: string };
type SignedIn = { access_token: string; token_type: 'bearer'; expires_at: string };
/** Where a sign-in comes from. `deviceToken`: what the browser was given when it signed in before. */
type SignInPlace = { address: string; userAgent: string; deviceToken?: string | undefined };

/** Throws invalid_credentials, email_not_verified, account_suspended, too_many_requests, unavailable. */
export async function login(
  { db }: AccountsDeps,
  credentials: Credentials,
  from: SignInPlace,
): Promise<SignedIn> {
  const subnet = wideSubnetOf(from.address);
  const deviceHash = from.deviceToken === undefined ? null : hashSecret(from.deviceToken);
  const account = await selectCredentials(db, credentials.username, { subnet, deviceHash });
  const counts = countsOf(account, { name: subjectOf(credentials.username), subnet, deviceHash });
  return withinLimits(db, counts, async () => {
    const isKnown = account?.is_known_subnet === true || account?.is_known_device === true;
    const place = isKnown
      ? ({ lane: 'known', asker: account.id } as const)
      : ({ lane: 'customers', asker: siteOf(from.address) } as const);
    const counted = account ?? { id: subjectOf(credentials.username), password_hash: undefined };
    const isRight = await confirmAccountPassword(db, counted, credentials.password, place);
    if (!isRight || account === undefined) throw new AppError('invalid_credentials');
    const signedIn = await openSession(db, account, { subnet, userAgent: from.userAgent });
    await forgetCounts(db, counts);
    if (!isKnown) await forgetStrangersGuesses(db, credentials.username);
    return signedIn;
  });
}

/** Which limits a try counts against. */
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

/** After a right password: earlier wrong ones were their owner's. Of a subnet only this try is taken back. */
async function forgetCounts(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [limit, subject] of counts) {
    if (limit === subnetLoginLimit) await giveBack(db, limit, subject);
    else if (limit !== strangerLoginLimit) await clearLimit(db, limit, subject);
  }
}

/** For one who knows the password: only they learn more about the account. */
async function openSession(
  db: Db,
  account: CredentialsRow,
  from: { subnet: string; userAgent: string },
): Promise<SignedIn> {
  if (account.is_suspended) throw new AppError('account_suspended');
  if (!account.is_verified) throw new AppError('email_not_verified');
  const secret = createSecret();
  const stored = await insertAccessToken(db, {
    user_id: account.id,
    password_hash: account.password_hash,
    token_hash: hashSecret(secret),
    tunnel_token_hash: hashSecret(tunnelTokenOf(secret)),
    device_hash: hashSecret(deviceTokenOf(secret)),
    days: tokenDays,
    user_agent: from.userAgent,
    subnet: from.subnet,
  });
  if (stored === undefined) throw new AppError('invalid_credentials');
  return { access_token: secret, token_type: 'bearer', expires_at: stored.expires_at };
}

/** Lets an account be signed in to from new places again; for one who has shown that it is his. */
export async function forgetStrangersGuesses(db: Db, username: string): Promise<void> {
  await clearLimit(db, strangerLoginLimit, subjectOf(username));
}

/** The caller behind an access token; undefined when it does not count (any more). */
export async function authenticate(deps: AccountsDeps, accessToken: string): Promise<Caller | undefined> {
  const found = await selectCaller(deps.db, hashSecret(accessToken));
  if (found === undefined) return undefined;
  if (found.is_use_old) await updateTokenUsed(deps.db, found.access_token_id);
  return { user_id: found.user_id, access_token_id: found.access_token_id };
}

export async function getUser(deps: AccountsDeps, userId: string): Promise<UserRow> {
  const user = await selectUser(deps.db, userId);
  if (user === undefined) throw new AppError('not_authenticated');
  return user;
}

/** These users, each once, in any order. */
export function listUsers(deps: AccountsDeps, userIds: readonly string[]): Promise<UserRow[]> {
  return selectUsers(deps.db, [...new Set(userIds)]);
}

/** Ends one access token and everything that was opened with it. */
export async function logout(deps: AccountsDeps, caller: Caller): Promise<void> {
  await endSessions(deps.db, caller.user_id, { only: caller.access_token_id });
}

/** Of the tokens given, those that no longer count: for sockets that may have missed `token_revoked`. */
export async function listDeadTokens(
  deps: AccountsDeps,
  accessTokenIds: readonly string[],
): Promise<string[]> {
  return accessTokenIds.length === 0 ? [] : selectDeadTokens(deps.db, accessTokenIds);
}

/**
 * The token that the browser may give to our relay nodes as a cookie: it opens streams and shells only, never
 * the API (spec-decisions 8). Derived one-way, so it is the same at every call and ends with the access token.
 */
export function tunnelTokenOf(accessToken: string): string {
  return hashSecret(`pocketfleet-tunnel:${accessToken}`).toString('base64url');
}

/**
 * What the browser keeps as a cookie after it has signed in. It opens nothing: it only tells that a sign-in comes
 * from a browser that this account was signed in with before. Derived one-way, as the tunnel token.
 */
export function deviceTokenOf(accessToken: string): string {
  return hashSecret(`pocketfleet-device:${accessToken}`).toString('base64url');
}

/** What was typed as a username, in a form that fits into a key and tells nothing. */
function subjectOf(username: string): string {
  return hashSecret(username).toString('hex');
}
