// Limits of an account over all places where it has never signed in. Somebody else can use them up, so they are cleared as soon
// as somebody has proven that the account is theirs.
import type { Db } from '../platform/database.ts';
import { clearLimit, type Limit } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';

/** Wrong passwords; by `usernameKey`. */
export const strangerLoginLimit: Limit = { name: 'login-account', count: 100, windowS: 60 * 60 };
/** Codes of the second step; by the user's id. One guess in 333,333 is right. */
export const strangerCodeLimit: Limit = { name: 'factor-account', count: 40, windowS: 60 * 60 };
/** From all places but browsers that the account has signed in with: a year of guesses is right with one in twenty. */
export const dailyCodeLimit: Limit = { name: 'factor-day', count: 50, windowS: 86_400 };

/** Allows sign-ins from new places again. */
export async function clearStrangerLimits(db: Db, user: { id: string; username: string }): Promise<void> {
  await clearLimit(db, strangerLoginLimit, usernameKey(user.username));
  await clearLimit(db, strangerCodeLimit, user.id);
  await clearLimit(db, dailyCodeLimit, user.id);
}

/** A username as a key of a limit; hashed, because a customer may have typed their password into the field. */
export function usernameKey(username: string): string {
  return hashSecret(username).toString('hex');
}
