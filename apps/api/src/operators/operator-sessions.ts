// Operators' sign-in: a password, then a code of the authenticator, which only the demo can skip. Until both are given, the
// session only allows the second step.
import type { OperatorSession as SessionAnswer, SignInStep } from '@pocketfleet/contract';
import {
  deviceTokenOf,
  hashPassword,
  isPasswordRight,
  refuseGuessablePassword,
} from '../accounts/accounts.ts';
import { AppError } from '../platform/app-error.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import {
  insertSession,
  type SessionRow,
  selectCredentials,
  selectCredentialsById,
  updatePassword,
  updateSessionRevoked,
  updateSessionsRevoked,
  useSession,
} from './operator-sessions.sql.ts';
import { type CountedAttempt, countOwnPassword, countPassword, type OperatorPlace } from './sign-in-guard.ts';

/** The lifetime of a session, and how long it may be unused. */
export const sessionMinutes = 12 * 60;
const idleMinutes = 2 * 60;
const partialSessionMinutes = 10;

export type OperatorSession = SessionRow & { step: SignInStep };

export type SessionsDeps = { db: Db; config: { demo: boolean } };

/** The session of a cookie; undefined when it is not valid. */
export async function findSession(
  deps: { db: Db },
  token: string | undefined,
): Promise<OperatorSession | undefined> {
  if (token === undefined) return undefined;
  const row = await useSession(deps.db, hashSecret(token), idleMinutes);
  return row === undefined ? undefined : { ...row, step: stepOf(row) };
}

/**
 * Throws invalid_credentials, too_many_requests, unavailable. In the demo, operators without a second factor need none: their
 * password is public anyway.
 */
export async function signIn(
  deps: SessionsDeps,
  input: { username: string; password: string },
  from: OperatorPlace,
): Promise<{ token: string; session: OperatorSession }> {
  const { db } = deps;
  const counted = await countPassword(db, input.username, from);
  const account = await selectCredentials(db, input.username);
  const isRight = await checkPassword(counted, account?.password_hash, input.password);
  if (!isRight || account === undefined || account.is_disabled) throw new AppError('invalid_credentials');
  // The password was right, even if storing the session fails.
  await counted.right();
  const isComplete = deps.config.demo && account.totp_secret === null;
  return openSession(db, account, isComplete, from);
}

/** True when the password is right. An attempt that could not be checked is not counted. */
async function checkPassword(
  counted: CountedAttempt,
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  try {
    return await isPasswordRight(hash, password, counted.place);
  } catch (error) {
    await counted.refund();
    throw error;
  }
}

/** Replaces a partial session by a complete one, after the second factor. */
export async function completeSession(
  db: Db,
  partial: OperatorSession,
  from: OperatorPlace,
): Promise<{ token: string; session: OperatorSession }> {
  const account = await selectCredentialsById(db, partial.operator_id);
  if (account === undefined) throw new AppError('not_authenticated');
  await updateSessionRevoked(db, partial.session_id);
  return openSession(db, account, true, from);
}

async function openSession(
  db: Db,
  account: { id: string; password_hash: string },
  isComplete: boolean,
  from: OperatorPlace,
): Promise<{ token: string; session: OperatorSession }> {
  const token = createSecret();
  const stored = await insertSession(
    db,
    {
      operator_id: account.id,
      password_hash: account.password_hash,
      token_hash: hashSecret(token),
      is_complete: isComplete,
      subnet: wideSubnetOf(from.address),
      device_hash: isComplete ? hashSecret(deviceTokenOf(token)) : null,
    },
    isComplete ? sessionMinutes : partialSessionMinutes,
  );
  const session = stored === undefined ? undefined : await findSession({ db }, token);
  if (session === undefined) throw new AppError('invalid_credentials');
  return { token, session };
}

export async function signOut(db: Db, session: OperatorSession): Promise<void> {
  await updateSessionRevoked(db, session.session_id);
}

/** Throws wrong_password, invalid_input, too_many_requests. Every other session of this operator ends. */
export async function changePassword(
  deps: { db: Db },
  session: OperatorSession,
  input: { current_password: string; new_password: string },
  record: (tx: Db) => Promise<void>,
): Promise<void> {
  await refuseWrongPassword(deps.db, session, input.current_password);
  refuseGuessablePassword(input.new_password, session.username, 'new_password');
  const place = { lane: 'known_operators', asker: session.operator_id } as const;
  const passwordHash = await hashPassword(input.new_password, place);
  await inTransaction(deps.db, async (tx) => {
    await updatePassword(tx, session.operator_id, passwordHash);
    await updateSessionsRevoked(tx, session.operator_id, session.session_id);
    await record(tx);
  });
}

/** For actions that need the password besides a session. Throws wrong_password, too_many_requests. */
export async function refuseWrongPassword(db: Db, session: OperatorSession, password: string): Promise<void> {
  const counted = await countOwnPassword(db, session.operator_id);
  const account = await selectCredentialsById(db, session.operator_id);
  if (!(await checkPassword(counted, account?.password_hash, password))) throw new AppError('wrong_password');
  await counted.right();
}

/** The session as the console and the command line get it. */
export function describeSession(session: OperatorSession): SessionAnswer {
  return {
    step: session.step,
    operator: { id: session.operator_id, username: session.username, role: session.role },
    permissions: session.step === 'done' ? session.permissions : [],
    expires_at: session.expires_at,
  };
}

function stepOf(row: SessionRow): SignInStep {
  if (row.is_complete) return 'done';
  return row.has_authenticator ? 'code' : 'enrol';
}
