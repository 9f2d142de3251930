// The way out for somebody whose password was changed by another person: a link in the mail about it locks the account at
// once, and then sets a new password.
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { withinLimits } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { insertLink, selectLinkOwner, updatePassword } from './mailed-links.sql.ts';
import { linkTryLimit, type MailedLink } from './mailed-links.ts';
import { hashPassword } from './passwords.ts';
import { clearKnownDevices } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

const lockHours = 48;

/** A link that locks the account; like a reset link, it also sets a new password, once. Returns its secret. */
export async function insertLockLink(tx: Db, user: { id: string; email: string }): Promise<string> {
  const secret = createSecret();
  const link = { user_id: user.id, purpose: 'reset_password', email: user.email } as const;
  await insertLink(tx, { ...link, token_hash: hashSecret(secret), hours: lockHours });
  return secret;
}

/**
 * Ends every session, and makes the password unusable until a new one is set. The link is not used up: it sets that password.
 * Throws link_expired, too_many_requests.
 */
export function lockAccount(deps: { db: Db }, link: MailedLink, from: { address: string }): Promise<void> {
  return withinLimits(deps.db, [[linkTryLimit, wideSubnetOf(from.address)]], async () => {
    const { token, email } = link;
    const token_hash = hashSecret(token);
    const owner = await selectLinkOwner(deps.db, { purpose: 'reset_password', email, token_hash });
    if (owner === undefined) throw new AppError('link_expired');
    // Nobody knows this password, not even we.
    const unknown = await hashPassword(createSecret(), { lane: 'known', asker: owner });
    await inTransaction(deps.db, async (tx) => {
      await updatePassword(tx, owner, unknown);
      await endSessions(tx, owner, 'all');
      await clearKnownDevices(tx, owner);
    });
  });
}
