// Guesses at operators' passwords and codes are stopped, with the time to come back: by account and subnet, by
// subnet over all accounts, and by account from all subnets where its owner never signed in. A browser that its owner
// signed in with has tries of its own, which nobody else can use up. What turns out to be right is not counted, nor
// what one of these limits refused: it was no guess.

import type { PasswordPlace } from '../accounts/accounts.ts';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import type { Db } from '../platform/database.ts';
import { type Count, clearLimit, countAgainstLimit, giveAllBack, type Limit } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { selectSignedInFrom } from './sessions.sql.ts';

/** Where an operator's call comes from. `deviceToken`: what the browser was given when it signed in before. */
export type OperatorPlace = { address: string; deviceToken?: string | undefined };

const quarterS = 15 * 60;
const passwordLimit: Limit = { name: 'operator-password', count: 10, windowS: quarterS };
/** Wrong passwords and codes together: our team is small, and few of us sit in one subnet. */
const subnetLimit: Limit = { name: 'operator-subnet', count: 40, windowS: quarterS };
const strangerLimit: Limit = { name: 'operator-account', count: 50, windowS: 60 * 60 };
/** Six digits can be guessed: whoever knows the password has these tries in a subnet, */
const codeLimit: Limit = { name: 'operator-code', count: 10, windowS: quarterS };
/** and these from all subnets where the owner never signed in. */
const strangerCodeLimit: Limit = { name: 'operator-code-account', count: 40, windowS: 60 * 60 };

/** One try that was counted. */
export type CountedTry = {
  /** It was no guess. */
  right: () => Promise<void>;
  /** Nobody has judged it. */
  takeBack: () => Promise<void>;
  /** Where its password waits to be hashed. */
  place: PasswordPlace;
};

/** Counts a typed password. Throws too_many_requests with the time to come back. */
export async function countPassword(db: Db, username: string, from: OperatorPlace): Promise<CountedTry> {
  const account = hashSecret(username).toString('hex');
  const subnet = wideSubnetOf(from.address);
  const deviceHash = deviceHashOf(from);
  const known = await selectSignedInFrom(db, username, { subnet, deviceHash });
  const own: Count = [passwordLimit, `${account}:${known.device ? deviceHash?.toString('hex') : subnet}`];
  const counts: Count[] = [own];
  if (!known.device && !known.subnet) counts.push([strangerLimit, account]);
  if (!known.device) counts.push([subnetLimit, subnet]);
  await countAll(db, counts);
  return {
    right: async () => {
      await giveAllBack(db, counts);
      await clearLimit(db, ...own);
    },
    takeBack: () => giveAllBack(db, counts),
    place:
      known.device || known.subnet
        ? { lane: 'known_operators', asker: account }
        : { lane: 'operators', asker: siteOf(from.address) },
  };
}

/** Counts a password that a signed-in operator gives again. Throws too_many_requests. */
export async function countOwnPassword(db: Db, operatorId: string): Promise<CountedTry> {
  const own: Count = [passwordLimit, `own:${operatorId}`];
  await countAll(db, [own]);
  return {
    right: () => clearLimit(db, ...own),
    takeBack: () => giveAllBack(db, [own]),
    place: { lane: 'known_operators', asker: operatorId },
  };
}

/** Counts a typed code; returns what takes the count back. Throws too_many_requests. */
export async function countCode(
  db: Db,
  operator: { operator_id: string; username: string },
  from: OperatorPlace,
): Promise<{ right: () => Promise<void> }> {
  const id = operator.operator_id;
  const subnet = wideSubnetOf(from.address);
  const deviceHash = deviceHashOf(from);
  const known = await selectSignedInFrom(db, operator.username, { subnet, deviceHash });
  const counts: Count[] = [[codeLimit, `${id}:${known.device ? deviceHash?.toString('hex') : subnet}`]];
  if (!known.device && !known.subnet) counts.push([strangerCodeLimit, id]);
  if (!known.device) counts.push([subnetLimit, subnet]);
  await countAll(db, counts);
  return { right: () => giveAllBack(db, counts) };
}

function deviceHashOf({ deviceToken }: OperatorPlace): Buffer | null {
  return deviceToken === undefined ? null : hashSecret(deviceToken);
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
