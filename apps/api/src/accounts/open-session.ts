// Opens sessions of customers: a stored access token, and the two tokens that are derived from it.
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { insertAccessToken } from './accounts.sql.ts';

const tokenDays = 7;
/** How long a browser stays known: as long as the row of its session is kept (see housekeeping). */
export const knownDeviceS = (tokenDays + 30) * 86_400;

/** The origin of a sign-in. `deviceToken` is the cookie of a browser that has signed in before. */
export type SignInPlace = { address: string; userAgent: string; deviceToken?: string | undefined };

export type SignedIn = { access_token: string; token_type: 'bearer'; expires_at: string };

/**
 * Throws invalid_credentials when the password or the standing has changed since the caller read `account`, and for an
 * account with a second factor that was not given. Runs in the caller's transaction if `db` is one.
 */
export async function openSession(
  db: Db,
  account: { id: string; password_hash: string },
  from: { subnet: string; userAgent: string; hasGivenFactor?: boolean },
): Promise<SignedIn> {
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
    has_given_factor: from.hasGivenFactor ?? false,
  });
  if (stored === undefined) throw new AppError('invalid_credentials');
  return { access_token: secret, token_type: 'bearer', expires_at: stored.expires_at };
}

/**
 * The token that a browser may send to relay nodes as a cookie. It opens streams and shells only, never the API.
 * It is a hash of the access token, so it is the same at every call and expires with it.
 */
export function tunnelTokenOf(accessToken: string): string {
  return hashSecret(`pocketfleet-tunnel:${accessToken}`).toString('base64url');
}

/**
 * The cookie that a browser keeps after a sign-in. It gives no access: it only shows that this browser has signed in to the
 * account before. It is a hash of the access token.
 */
export function deviceTokenOf(accessToken: string): string {
  return hashSecret(`pocketfleet-device:${accessToken}`).toString('base64url');
}
