// Operators' sign-in: password, then (outside the demo always) a code of the authenticator. A session counts
// for little until both are given: it only opens the second step.
import type { OperatorSession as SessionAnswer, SignInStep } from '@pocketfleet/contract';
import { deviceTokenOf, hashPassword, isPasswordRight, refuseGuessable } from '../accounts/accounts.ts';
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
} from './sessions.sql.ts';
import { type CountedTry, countOwnPassword, countPassword, type OperatorPlace } from './sign-in-guard.ts';

/** How long a session lasts, and how long unused. */
export const sessionMinutes = 12 * 60;
const idleMinutes = 2 * 60;
const halfSessionMinutes = 10;

export type OperatorSession = SessionRow & { step: SignInStep };

export type SessionsDeps = { db: Db; config: { demo: boolean } };

/** The session behind a cookie; undefined when it does not count (any more). */
export async function findSession(
  deps: { db: Db },
  token: string | undefined,
): Promise<OperatorSession | undefined> {
  if (token === undefined) return undefined;
  const row = await useSession(deps.db, hashSecret(token), idleMinutes);
  return row === undefined ? undefined : { ...row, step: stepOf(row) };
}

/**
 * Throws invalid_credentials, too_many_requests, unavailable. The demo's operators, whose password is public, need no second
 * factor as long as they have none.
 */
export async function signIn(
  deps: SessionsDeps,
  wish: { username: string; password: string },
  from: OperatorPlace,
): Promise<{ token: string; session: OperatorSession }> {
  const { db } = deps;
  const counted = await countPassword(db, wish.username, from);
  const account = await selectCredentials(db, wish.username);
  const isRight = await judge(counted, account?.password_hash, wish.password);
  if (!isRight || account === undefined || account.is_disabled) throw new AppError('invalid_credentials');
  // No guess, even if no session can be stored just now.
  await counted.right();
  const isComplete = deps.config.demo && account.totp_secret === null;
  return openSession(db, account, isComplete, from);
}

/** Whether the password is right. A try that found no room to be judged in is not counted. */
async function judge(counted: CountedTry, hash: string | undefined, password: string): Promise<boolean> {
  try {
    return await isPasswordRight(hash, password, counted.place);
  } catch (error) {
    await counted.takeBack();
    throw error;
  }
}

/** A session that counts, in place of one that waited for the second factor. */
export async function completeSession(
  db: Db,
  half: OperatorSession,
  from: OperatorPlace,
): Promise<{ token: string; session: OperatorSession }> {
  const account = await selectCredentialsById(db, half.operator_id);
  if (account === undefined) throw new AppError('not_authenticated');
  await updateSessionRevoked(db, half.session_id);
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
    isComplete ? sessionMinutes : halfSessionMinutes,
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
  wish: { current_password: string; new_password: string },
  record: (tx: Db) => Promise<void>,
): Promise<void> {
  await refuseWrongPassword(deps.db, session, wish.current_password);
  refuseGuessable(wish.new_password, session.username, 'new_password');
  const place = { lane: 'known_operators', asker: session.operator_id } as const;
  const passwordHash = await hashPassword(wish.new_password, place);
  await inTransaction(deps.db, async (tx) => {
    await updatePassword(tx, session.operator_id, passwordHash);
    await updateSessionsRevoked(tx, session.operator_id, session.session_id);
    await record(tx);
  });
}

/** For what a session alone must not do. Throws wrong_password, too_many_requests. */
export async function refuseWrongPassword(db: Db, session: OperatorSession, password: string): Promise<void> {
  const counted = await countOwnPassword(db, session.operator_id);
  const account = await selectCredentialsById(db, session.operator_id);
  if (!(await judge(counted, account?.password_hash, password))) throw new AppError('wrong_password');
  await counted.right();
}

/** What the console and the command line are told of a session. */
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
