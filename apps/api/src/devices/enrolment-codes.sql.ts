// The SQL of enrolment codes.
import { type Db, sql } from '../platform/database.ts';

export async function insertEnrolmentCode(db: Db, codeHash: Buffer, minutes: number): Promise<void> {
  await sql`
    insert into enrolment_codes (code_hash, expires_at)
    values (${codeHash}, app_now() + make_interval(mins => ${minutes}))`.execute(db);
}
