// Who guesses at operators' passwords or codes is stopped and told when to come back: by account and subnet, by
// subnet over all accounts, and by account from all subnets where its owner never signed in. What turns out to
// be right is not counted.
import type { Db } from '../platform/database.ts';
import { clearLimit, countAgainstLimit, giveBack, type Limit } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';

const quarterS = 15 * 60;
const passwordLimit: Limit = { name: 'operator-password', count: 10, windowS: quarterS };
/** Wrong passwords and codes together: our team is small, and few of us sit in one subnet. */
const subnetLimit: Limit = { name: 'operator-subnet', count: 40, windowS: quarterS };
const strangerLimit: Limit = { name: 'operator-account', count: 50, windowS: 60 * 60 };
/** Six digits can be guessed: whoever knows the password has these tries, from wherever. */
const codeLimit: Limit = { name: 'operator-code', count: 10, windowS: quarterS };

/** One try that was counted; call `right` when it was no guess. */
export type CountedTry = { right: () => Promise<void> };

/** Counts a typed password. Throws too_many_requests with the time to come back. */
export async function countPassword(
  db: Db,
  username: string,
  subnet: string,
  isKnownSubnet: () => Promise<boolean>,
): Promise<CountedTry> {
  const account = hashSecret(username).toString('hex');
  await countAgainstLimit(db, subnetLimit, subnet);
  await countAgainstLimit(db, passwordLimit, `${account}:${subnet}`);
  const isStranger = !(await isKnownSubnet());
  if (isStranger) await countAgainstLimit(db, strangerLimit, account);
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
export async function countCode(db: Db, operatorId: string, subnet: string): Promise<CountedTry> {
  await countAgainstLimit(db, subnetLimit, subnet);
  await countAgainstLimit(db, codeLimit, operatorId);
  return {
    right: async () => {
      await giveBack(db, subnetLimit, subnet);
      await giveBack(db, codeLimit, operatorId);
    },
  };
}
