// One-time codes with which a host joins (spec-decisions 35): 10 minutes, stored hashed.
import type { Db } from '../platform/database.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { insertEnrolmentCode } from './enrolment-codes.sql.ts';

const validMinutes = 10;

/** Returns the code, 43 characters; it is nowhere else in readable form. */
export async function createEnrolmentCode(deps: { db: Db }): Promise<string> {
  const code = createSecret();
  await insertEnrolmentCode(deps.db, hashSecret(code), validMinutes);
  return code;
}
