// Changes of a customer's own account: names, username, email address, password. Each needs the current password. It is
// checked before the transaction, because hashing is slow, and its hash is compared again under the account's lock. A new
// email address becomes valid when its link is opened.
import {
  holdsUsername,
  passwordStrength,
  requiredPasswordScore,
  usernameInPassword,
} from '@pocketfleet/rules';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Count, type Limit, withinLimits } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import {
  confirmEmailMail,
  emailChangeRequestedMail,
  passwordChangedMail,
  usernameChangedMail,
} from './account-mails.ts';
import type { UserRow } from './accounts.sql.ts';
import { getUser } from './accounts.ts';
import { toAlreadyExists } from './already-exists.ts';
import { confirmPassword } from './confirm-caller.ts';
import { insertLockLink } from './lock-account.ts';
import { expireLinks, insertLink, updatePassword } from './mailed-links.sql.ts';
import { refuseGuessablePassword, weakPasswordError } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import {
  isEmailTaken,
  lockOwnAccount,
  type OwnAccountRow,
  type ProfileRow,
  selectPendingEmail,
  selectProfile,
  updateProfileRow,
} from './profile.sql.ts';
import { refuseReservedNames } from './reserved-names.ts';
import { clearKnownDevices, selectOwnKeys, selectOwnPrograms } from './sessions.sql.ts';
import { endSessions } from './sessions.ts';

type ProfileDeps = { db: Db; config: { publicUrl: string } };

const day = 86_400;
/** Each of these changes sends mails. */
const newAddressLimit: Limit = { name: 'new-address', count: 10, windowS: day };
const newUsernameLimit: Limit = { name: 'new-username', count: 5, windowS: day };
const newPasswordLimit: Limit = { name: 'new-password', count: 5, windowS: day };
const confirmHours = 48;

export async function getProfile(deps: ProfileDeps, caller: Principal): Promise<ProfileRow> {
  const profile = await selectProfile(deps.db, caller.user_id);
  if (profile === undefined) throw new AppError('not_authenticated');
  return profile;
}

/** Throws wrong_password, already_exists, invalid_input, too_many_requests. */
export async function updateProfile(
  deps: ProfileDeps,
  caller: Principal,
  input: {
    current_password: string;
    username?: string | undefined;
    first_name?: string | undefined;
    last_name?: string | undefined;
    email?: string | undefined;
  },
): Promise<ProfileRow> {
  const knownHash = await confirmPassword(deps.db, caller, input.current_password);
  const { username: usernameBefore } = await getUser(deps, caller.user_id);
  const newName = input.username === usernameBefore ? undefined : input.username;
  if (newName !== undefined && holdsUsername(input.current_password, newName)) {
    throw new AppError('invalid_input', {
      detail: 'Your password contains this username. Please choose another one.',
      fields: { username: 'Your password contains this username. Please choose another one.' },
    });
  }
  // Counted outside the transaction, so that refused changes count too: they reveal which names and addresses exist.
  const counts: Count[] = [];
  if (newName !== undefined) counts.push([newUsernameLimit, caller.user_id]);
  if (input.email !== undefined) counts.push([newAddressLimit, caller.user_id]);
  const change = () =>
    inTransaction(deps.db, async (tx) => {
      const before = await lockAccount(tx, caller.user_id, knownHash);
      const names = {
        first_name: input.first_name ?? before.first_name,
        last_name: input.last_name ?? before.last_name,
      };
      // Existing names are not checked again.
      const isSameName = names.first_name === before.first_name && names.last_name === before.last_name;
      refuseReservedNames({ username: newName, ...(isSameName ? {} : names) });
      const user = await updateProfileRow(tx, before.id, {
        username: input.username ?? before.username,
        ...names,
      });
      if (user.username !== before.username) {
        const content = usernameChangedMail(user, deps.config.publicUrl);
        await queueMail(tx, { to: user.email, template: 'username_changed', content });
      }
      if (input.email !== undefined) await requestNewAddress(tx, user, input.email, deps.config.publicUrl);
      return { ...user, pending_email: await selectPendingEmail(tx, user.id) };
    }).catch((error: unknown) => {
      throw toAlreadyExists(error);
    });
  return withinLimits(deps.db, counts, change);
}

/** Ends every other session. Throws wrong_password, invalid_input, too_many_requests. */
export async function changePassword(
  deps: ProfileDeps,
  caller: Principal,
  input: { current_password: string; new_password: string },
): Promise<void> {
  const knownHash = await confirmPassword(deps.db, caller, input.current_password);
  if (passwordStrength(input.new_password).score < requiredPasswordScore) {
    throw weakPasswordError('new_password', 'Please choose a stronger password that meets all requirements');
  }
  if (input.new_password === input.current_password) {
    throw weakPasswordError('new_password', 'New password must be different from your current password.');
  }
  refuseGuessablePassword(input.new_password, '', 'new_password');
  await withinLimits(deps.db, [[newPasswordLimit, caller.user_id]], () =>
    storePassword(deps, caller, input.new_password, knownHash),
  );
}

async function storePassword(
  deps: ProfileDeps,
  caller: Principal,
  newPassword: string,
  knownHash: string,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword, { lane: 'known', asker: caller.user_id });
  await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, caller.user_id, knownHash);
    if (holdsUsername(newPassword, account.username)) {
      throw weakPasswordError('new_password', usernameInPassword);
    }
    await updatePassword(tx, account.id, passwordHash);
    // Links that were requested by somebody with the old password must stop working.
    const stoppedEmail = await selectPendingEmail(tx, account.id);
    await expireLinks(tx, account.id);
    await endSessions(tx, account.id, { except: caller.credential_id });
    await clearKnownDevices(tx, account.id);
    const still = {
      keys: await selectOwnKeys(tx, account.id),
      programs: await selectOwnPrograms(tx, account.id),
    };
    const lockSecret = await insertLockLink(tx, account);
    const content = passwordChangedMail(account, deps.config.publicUrl, {
      ...still,
      stoppedEmail,
      lockSecret,
    });
    await queueMail(tx, { to: account.email, template: 'password_changed', content });
  });
}

/** Mails a link to the new address and a warning to the old one. Entering the present address cancels an open change. */
async function requestNewAddress(tx: Db, user: UserRow, email: string, publicUrl: string): Promise<void> {
  if (email === user.email) return expireLinks(tx, user.id, 'change_email');
  if (await isEmailTaken(tx, email, user.id)) throw new AppError('already_exists');
  const secret = createSecret();
  await insertLink(tx, {
    user_id: user.id,
    purpose: 'change_email',
    email,
    token_hash: hashSecret(secret),
    hours: confirmHours,
  });
  await queueMail(tx, {
    to: email,
    template: 'confirm_email',
    content: confirmEmailMail({ first_name: user.first_name, email }, secret, publicUrl),
  });
  await queueMail(tx, {
    to: user.email,
    template: 'email_change_asked',
    content: emailChangeRequestedMail(user, email, publicUrl),
  });
}

async function lockAccount(tx: Db, userId: string, knownHash: string): Promise<OwnAccountRow> {
  const account = await lockOwnAccount(tx, userId);
  if (account === undefined) throw new AppError('not_authenticated');
  if (account.password_hash !== knownHash) throw new AppError('conflict');
  return account;
}
