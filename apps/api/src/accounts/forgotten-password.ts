// Forgotten passwords: checks a mailed link, and sets a new password with it.
import {
  holdsUsername,
  passwordStrength,
  requiredPasswordScore,
  usernameInPassword,
} from '@pocketfleet/rules';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { withinLimits } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { passwordChangedMail } from './account-mails.ts';
import { insertLockLink } from './lock-account.ts';
import {
  expireLinks,
  selectLinkOwner,
  updateEmailVerified,
  updateLinkUsed,
  updatePassword,
} from './mailed-links.sql.ts';
import { clearResetLimits, linkTryLimit, type MailedLink } from './mailed-links.ts';
import { refuseGuessablePassword, weakPasswordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { selectPendingEmail } from './profile.sql.ts';
import { clearKnownDevices, selectOwnKeys, selectOwnPrograms } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';
import { clearStrangerLimits } from './stranger-limits.ts';

type ForgottenDeps = { db: Db; config: { publicUrl: string } };

/** Checks that `resetPassword` would accept this link, without using it. Throws link_expired, too_many_requests. */
export function checkResetLink(
  deps: ForgottenDeps,
  link: MailedLink,
  from: { address: string },
): Promise<void> {
  return withinLimits(deps.db, [[linkTryLimit, wideSubnetOf(from.address)]], async () => {
    if ((await selectLinkOwner(deps.db, resetLink(link))) === undefined) throw new AppError('link_expired');
  });
}

/** Sets a new password, ends every session, and mails the owner. Throws link_expired, invalid_input, unavailable. */
export function resetPassword(
  deps: ForgottenDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  const count = [linkTryLimit, wideSubnetOf(from.address)] as const;
  return withinLimits(deps.db, [count], () => useResetLink(deps, input, from));
}

async function useResetLink(
  deps: ForgottenDeps,
  input: MailedLink & { new_password: string },
  from: { address: string },
): Promise<void> {
  if (passwordStrength(input.new_password).score < requiredPasswordScore) {
    throw weakPasswordError('new_password', 'Please choose a stronger password that meets all requirements');
  }
  refuseGuessablePassword(input.new_password, '', 'new_password');
  const link = resetLink(input);
  // A hash is expensive, so it is computed for a valid link only.
  const owner = await selectLinkOwner(deps.db, link);
  if (owner === undefined) throw new AppError('link_expired');
  const password_hash = await hashPassword(input.new_password, { lane: 'known', asker: owner });
  await inTransaction(deps.db, async (tx) => {
    const used = await updateLinkUsed(tx, link);
    if (used === undefined) throw new AppError('link_expired');
    const user = await updatePassword(tx, used.user_id, password_hash);
    if (holdsUsername(input.new_password, user.username))
      throw weakPasswordError('new_password', usernameInPassword);
    // The link proves that the address belongs to this person.
    await updateEmailVerified(tx, user.id, null);
    // Links that were requested by somebody with the old password must stop working.
    const stoppedEmail = await selectPendingEmail(tx, user.id);
    await expireLinks(tx, user.id);
    await endSessions(tx, user.id, 'all');
    await clearKnownDevices(tx, user.id);
    await clearStrangerLimits(tx, user);
    await clearResetLimits(tx, user.email, from.address);
    const still = {
      keys: await selectOwnKeys(tx, user.id),
      programs: await selectOwnPrograms(tx, user.id),
    };
    const lockSecret = await insertLockLink(tx, user);
    const content = passwordChangedMail(user, deps.config.publicUrl, { ...still, stoppedEmail, lockSecret });
    await queueMail(tx, { to: user.email, template: 'password_changed', content });
  });
}

function resetLink({ token, email }: MailedLink) {
  return { purpose: 'reset_password', email, token_hash: hashSecret(token) } as const;
}
