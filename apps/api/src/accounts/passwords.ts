// argon2id (OWASP's minimum: 19 MiB, t=2, p=1), two hashes at a time. Anybody can ask for a hash, so those who wait are
// told apart by what is known of them before it: a flood of strangers makes strangers wait, and nobody else.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../platform/app-error.ts';
import { createFairQueue, QueueFull, type QueuePlace } from '../platform/fair-queue.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const hashesAtOnce = 2;
const waitingPerLane = 40;

/**
 * `known`: signed in, or signing in from where this account has signed in before, or with a mailed link that works.
 * `customers`, `operators`: anybody else, at the site and at the team's console.
 */
type PasswordLane = 'known' | 'customers' | 'operators';
/** For whom a password is hashed. */
export type PasswordPlace = QueuePlace<PasswordLane>;

const queue = createFairQueue<PasswordLane>(['known', 'operators', 'customers'], {
  atOnce: hashesAtOnce,
  waitingPerLane,
});

/** What our own commands and the demo hash. */
const ourselves: PasswordPlace = { lane: 'known', asker: 'ourselves' };

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
