// argon2id (OWASP's minimum: 19 MiB, t=2, p=1) with bounded concurrency, so that a flood of sign-ins slows
// nobody else: two hashes at a time, a short queue, then 429.
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../platform/app-error.ts';
import { createTurns } from '../platform/turns.ts';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const maxRunning = 2;
const maxWaiting = 40;

const turns = createTurns(maxRunning);

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** Takes the same time for an account that does not exist (`passwordHash` undefined); is then false. */
export function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const matches = await verify(passwordHash ?? (await hashOfNobody()), password);
    return passwordHash !== undefined && matches;
  });
}

let nobody: Promise<string> | undefined;
function hashOfNobody(): Promise<string> {
  nobody ??= hash('no account has this password', parameters);
  return nobody;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (turns.waiting() >= maxWaiting) throw new AppError('too_many_requests', { retryAfterS: 2 });
  return turns.take(work);
}
