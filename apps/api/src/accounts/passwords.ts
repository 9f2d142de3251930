// argon2id (OWASP's minimum: 19 MiB, t=2, p=1), two hashes at a time. Anybody can ask for a hash, so those who wait are
// told apart by what is known of them before it: a flood of strangers makes strangers wait, and nobody else.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { createFairQueue, QueueFull, type QueuePlace } from '../platform/fair-queue.ts';
import { countAgainstLimit, giveBack, type Limit } from '../platform/limits.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const hashesAtOnce = 2;
const waitingPerLane = 40;

/**
 * `known`: a customer who is signed in, or signs in from where this account has signed in before, or with a mailed link
 * that works. `known_operators`: the same at the team's console. `customers`, `operators`: anybody else, at the site and
 * at the console. Anybody can have many customers' accounts, so operators share no lane with customers.
 */
type PasswordLane = 'known' | 'known_operators' | 'customers' | 'operators';
/** For whom a password is hashed. */
export type PasswordPlace = QueuePlace<PasswordLane>;

const queue = createFairQueue<PasswordLane>(['known', 'known_operators', 'operators', 'customers'], {
  atOnce: hashesAtOnce,
  waitingPerLane,
});

/** What operators, our own commands and the demo hash. */
const ourselves: PasswordPlace = { lane: 'known_operators', asker: 'ourselves' };

/** Throws unavailable when too many wait. */
export function hashPassword(password: string, place: PasswordPlace = ourselves): Promise<string> {
  return inQueue(place, () => hash(password, parameters));
}

/**
 * Takes the same time for an account that does not exist (`passwordHash` undefined); is then false. Throws unavailable
 * when too many wait.
 */
export function isPasswordRight(
  passwordHash: string | undefined,
  password: string,
  place: PasswordPlace,
): Promise<boolean> {
  return inQueue(place, async () => {
    const matches = await verify(passwordHash ?? (await hashOfNobody()), password);
    return passwordHash !== undefined && matches;
  });
}

/**
 * Right passwords of one account, wherever they are given: each costs a hash in the lane of those who are known, and
 * wrong ones have limits of their own. A wrong password is given back, so only the account's owner can use this up.
 */
const rightPasswordLimit: Limit = { name: 'right-password', count: 60, windowS: 60 * 60 };

/**
 * As isPasswordRight, and counts right passwords of `account.id`. Throws too_many_requests, too. An account that does
 * not exist is counted like others, so that it takes the same time.
 */
export async function confirmAccountPassword(
  db: Db,
  account: { id: string; password_hash: string | undefined },
  password: string,
  place: PasswordPlace,
): Promise<boolean> {
  await countAgainstLimit(db, rightPasswordLimit, account.id);
  let isRight = false;
  try {
    isRight = await isPasswordRight(account.password_hash, password, place);
  } finally {
    if (!isRight) await giveBack(db, rightPasswordLimit, account.id);
  }
  return isRight;
}

let nobody: Promise<string> | undefined;
function hashOfNobody(): Promise<string> {
  nobody ??= hash('no account has this password', parameters);
  return nobody;
}

/** No fault of the one who is refused: limits give back what they have counted. */
async function inQueue<Result>(place: PasswordPlace, work: () => Promise<Result>): Promise<Result> {
  try {
    return await queue.run(place, work);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new AppError('unavailable', {
      detail: 'Too many people are signing in at this moment. Please try again in a few seconds.',
      retryAfterS: 2,
      cause: error,
    });
  }
}
