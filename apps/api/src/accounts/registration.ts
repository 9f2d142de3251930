// Registration: creates the account and mails the link that confirms its address.
import type { registration } from '@pocketfleet/contract';
import type { z } from 'zod';
import { siteOf, wideSubnetOf } from '../platform/client-address.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Limit, withinLimits } from '../platform/limits.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import type { UserRow } from './accounts.sql.ts';
import { toAlreadyExists } from './already-exists.ts';
import { insertUser } from './mailed-links.sql.ts';
import { mailVerification } from './mailed-links.ts';
import { refuseGuessablePassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { refuseReservedNames } from './reserved-names.ts';

type Registration = z.output<typeof registration>;
type RegistrationDeps = { db: Db; config: { publicUrl: string } };
/** `browserSecret`: a cookie of the browser that registered, by which the mailed link signs in there (verify-email.ts). */
type Registered = { user: UserRow; browserSecret: string };

const registerLimit: Limit = { name: 'register', count: 30, windowS: 3_600 };

/** Throws already_exists, invalid_input, too_many_requests. */
export function register(
  deps: RegistrationDeps,
  input: Registration,
  from: { address: string },
): Promise<Registered> {
  return withinLimits(deps.db, [[registerLimit, wideSubnetOf(from.address)]], () =>
    createAccount(deps, input, from.address),
  );
}

async function createAccount(
  { db, config }: RegistrationDeps,
  input: Registration,
  address: string,
): Promise<Registered> {
  refuseGuessablePassword(input.password, input.username, 'password');
  const names =
    'first_name' in input
      ? { first_name: input.first_name, last_name: input.last_name }
      : { first_name: input.firstName, last_name: input.lastName };
  refuseReservedNames({ username: input.username, ...names });
  const password_hash = await hashPassword(input.password, { lane: 'customers', asker: siteOf(address) });
  const browserSecret = createSecret();
  try {
    return await inTransaction(db, async (tx) => {
      const user = await insertUser(tx, {
        username: input.username,
        ...names,
        email: input.email,
        password_hash,
        referrer: input.referrer ?? null,
        terms_version: input.terms_version ?? null,
        registration_browser_hash: hashSecret(browserSecret),
      });
      await mailVerification(tx, user, config.publicUrl);
      return { user, browserSecret };
    });
  } catch (error) {
    throw toAlreadyExists(error);
  }
}
