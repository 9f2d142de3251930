// Who guesses at operators' passwords or codes is stopped and told when to come back: by account and subnet, by
// subnet over all accounts, and by account from all subnets where its owner never signed in. What turns out to
// be right is not counted, nor what one of these limits refused: it was no guess.
import type { Db } from '../platform/database.ts';
import {
  type Count,
  clearLimit,
  countAgainstLimit,
  giveAllBack,
  giveBack,
  type Limit,
} from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { hasSignedInFrom } from './sessions.sql.ts';

const quarterS = 15 * 60;
const passwordLimit: Limit = { name: 'operator-password', count: 10, windowS: quarterS };
/** Wrong passwords and codes together: our team is small, and few of us sit in one subnet. */
const subnetLimit: Limit = { name: 'operator-subnet', count: 40, windowS: quarterS };
const strangerLimit: Limit = { name: 'operator-account', count: 50, windowS: 60 * 60 };
/** Six digits can be guessed: whoever knows the password has these tries in a subnet, */
const codeLimit: Limit = { name: 'operator-code', count: 10, windowS: quarterS };
/** and these from all subnets where the owner never signed in. */
const strangerCodeLimit: Limit = { name: 'operator-code-account', count: 40, windowS: 60 * 60 };

/** One try that was counted; call `right` when it was no guess. */
export type CountedTry = { right: () => Promise<void> };

/** Counts a typed password. Throws too_many_requests with the time to come back. */
export async function countPassword(db: Db, username: string, subnet: string): Promise<CountedTry> {
  const account = hashSecret(username).toString('hex');
  const isStranger = !(await hasSignedInFrom(db, username, subnet));
  await countAll(db, [
    [passwordLimit, `${account}:${subnet}`],
    ...(isStranger ? [[strangerLimit, account] as const] : []),
    [subnetLimit, subnet],
  ]);
  return {
    right: async () => {
      await clearLimit(db, passwordLimit, `${account}:${subnet}`);
      await giveBack(db, subnetLimit, subnet);
      if (isStranger) await giveBack(db, strangerLimit, account);
    },
  };
}

/** Counts a password that a signed-in operator gives again. Throws too_many_requests. */
export async function countOwnPassword(db: Db, operatorId: string): Promise<CountedTry> {
  await countAgainstLimit(db, passwordLimit, `own:${operatorId}`);
  return { right: () => clearLimit(db, passwordLimit, `own:${operatorId}`) };
}

/** Counts a typed code. Throws too_many_requests. */
export async function countCode(
  db: Db,
  operator: { operator_id: string; username: string },
  subnet: string,
): Promise<CountedTry> {
  const id = operator.operator_id;
  const counts: Count[] = [[codeLimit, `${id}:${subnet}`]];
  if (!(await hasSignedInFrom(db, operator.username, subnet))) counts.push([strangerCodeLimit, id]);
  counts.push([subnetLimit, subnet]);
  await countAll(db, counts);
  return { right: () => giveAllBack(db, counts) };
}

/** All or none: what was counted before a limit refused is given back. */
async function countAll(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [at, [limit, subject]] of counts.entries()) {
    try {
      await countAgainstLimit(db, limit, subject);
    } catch (error) {
      await giveAllBack(db, counts.slice(0, at));
      throw error;
    }
  }
}
