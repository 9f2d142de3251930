// Limits wrong passwords and codes of operators: for each account and subnet, for each subnet over all accounts, and for each
// account from all subnets where its owner never signed in. A known browser of the owner has its own limit, which nobody
// else can use up. Right passwords, and attempts that a limit has refused, are not counted.

import type { PasswordPlace } from '../accounts/accounts.ts';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import type { Db } from '../platform/database.ts';
import { type Count, clearLimit, countAgainstLimit, type Limit, refundAll } from '../platform/limits.ts';
import { hashSecret } from '../platform/secrets.ts';
import { selectSignedInFrom } from './operator-sessions.sql.ts';

/** The origin of an operator's call. `deviceToken` is the cookie of a browser that has signed in before. */
export type OperatorPlace = { address: string; deviceToken?: string | undefined };

const quarterS = 15 * 60;
const passwordLimit: Limit = { name: 'operator-password', count: 10, windowS: quarterS };
/** Wrong passwords and codes together. Our team is small, and few members share a subnet. */
const subnetLimit: Limit = { name: 'operator-subnet', count: 40, windowS: quarterS };
const strangerLimit: Limit = { name: 'operator-account', count: 50, windowS: 60 * 60 };
/** Codes have six digits, so they can be guessed by somebody who knows the password: attempts from one subnet. */
const codeLimit: Limit = { name: 'operator-code', count: 10, windowS: quarterS };
/** Wrong codes from all subnets where the owner never signed in. */
const strangerCodeLimit: Limit = { name: 'operator-code-account', count: 40, windowS: 60 * 60 };

/** An attempt that was counted. */
export type CountedAttempt = {
  /** Forgives the count, after a right password or code. */
  right: () => Promise<void>;
  /** Takes the count back, when the password could not be checked. */
  refund: () => Promise<void>;
  /** The lane in which the password waits to be hashed. */
  place: PasswordPlace;
};

/** Counts a password. Throws too_many_requests with the time to retry. */
export async function countPassword(db: Db, username: string, from: OperatorPlace): Promise<CountedAttempt> {
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
      await refundAll(db, counts);
      await clearLimit(db, ...own);
    },
    refund: () => refundAll(db, counts),
    place:
      known.device || known.subnet
        ? { lane: 'known_operators', asker: account }
        : { lane: 'operators', asker: siteOf(from.address) },
  };
}

/** Counts a password of a signed-in operator. Throws too_many_requests. */
export async function countOwnPassword(db: Db, operatorId: string): Promise<CountedAttempt> {
  const own: Count = [passwordLimit, `own:${operatorId}`];
  await countAll(db, [own]);
  return {
    right: () => clearLimit(db, ...own),
    refund: () => refundAll(db, [own]),
    place: { lane: 'known_operators', asker: operatorId },
  };
}

/** Counts a code. Throws too_many_requests. */
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
  return { right: () => refundAll(db, counts) };
}

function deviceHashOf({ deviceToken }: OperatorPlace): Buffer | null {
  return deviceToken === undefined ? null : hashSecret(deviceToken);
}

/** All or none: if a limit refuses, the counts of the others are taken back. */
async function countAll(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [at, [limit, subject]] of counts.entries()) {
    try {
      await countAgainstLimit(db, limit, subject);
    } catch (error) {
      await refundAll(db, counts.slice(0, at));
      throw error;
    }
  }
}
