// Hashes passwords with argon2id (OWASP's minimum: 19 MiB, t=2, p=1), two at a time. Anybody can request a hash by trying to
// sign in, so requests wait in lanes: a flood of unknown visitors delays only unknown visitors.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { createFairQueue, QueueFull, type QueuePlace } from '../platform/fair-queue.ts';
import { isOverLimit, type Limit, refund } from '../platform/limits.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const hashesAtOnce = 2;
const waitingPerLane = 40;

/**
 * `known`: a customer who is signed in, or signs in from a place where this account has signed in before, or with a valid
 * mailed link. `known_operators`: the same at our team's console. `customers`, `operators`: everybody else, at the site and
 * at the console. Anybody can create many customers' accounts, so operators share no lane with customers.
 */
type PasswordLane = 'known' | 'known_operators' | 'customers' | 'operators';
/** The lane in which a password waits to be hashed, and the requester within it. */
export type PasswordPlace = QueuePlace<PasswordLane>;

const queue = createFairQueue<PasswordLane>(['known', 'known_operators', 'operators', 'customers'], {
  atOnce: hashesAtOnce,
  waitingPerLane,
});

/** For operators, our own commands and the demo. */
const ownCommands: PasswordPlace = { lane: 'known_operators', asker: 'ownCommands' };

/** Throws unavailable when too many wait. */
export function hashPassword(password: string, place: PasswordPlace = ownCommands): Promise<string> {
  return inQueue(place, () => hash(password, parameters));
}

/**
 * False for an account that does not exist (`passwordHash` undefined). It takes as long as for an existing account, so
 * that the time tells nothing. Throws unavailable when too many callers wait.
 */
export function isPasswordRight(
  passwordHash: string | undefined,
  password: string,
  place: PasswordPlace,
): Promise<boolean> {
  return inQueue(place, async () => {
    const matches = await verify(passwordHash ?? (await hashForNobody()), password);
    return passwordHash !== undefined && matches;
  });
}

/**
 * Right passwords of one account in an hour, wherever they are given. Each costs a hash in the lane of those who are
 * known; an account that gives more waits with unknown customers, and is not refused.
 */
const rightPasswordLimit: Limit = { name: 'right-password', count: 60, windowS: 60 * 60 };

/**
 * As isPasswordRight, and counts right passwords of `account.id`. A wrong password isn't counted, so only the account's
 * owner can use this up. An account that does not exist is counted like others, so that it takes the same time.
 */
export async function confirmAccountPassword(
  db: Db,
  account: { id: string; password_hash: string | undefined },
  password: string,
  place: PasswordPlace,
): Promise<boolean> {
  const isOver = await isOverLimit(db, rightPasswordLimit, account.id);
  let isRight = false;
  try {
    const lane = isOver ? 'customers' : place.lane;
    isRight = await isPasswordRight(account.password_hash, password, { ...place, lane });
  } finally {
    if (!isRight) await refund(db, rightPasswordLimit, account.id);
  }
  return isRight;
}

let nobody: Promise<string> | undefined;
function hashForNobody(): Promise<string> {
  nobody ??= hash('no account has this password', parameters);
  return nobody;
}

/** Throws unavailable when the queue is full: limits don't count that as an attempt. */
async function inQueue<Result>(place: PasswordPlace, work: () => Promise<Result>): Promise<Result> {
  try {
    return await queue.run(place, work);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new AppError('unavailable', {
      detail: 'Too many people are signing in right now. Please try again in a few seconds.',
      retryAfterS: 2,
      cause: error,
    });
  }
}
