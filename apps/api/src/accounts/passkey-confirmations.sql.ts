// The SQL of what a passkey has to sign to confirm a change of second factors.
import { type Db, sql } from '../platform/database.ts';

/** Takes the place of the session's earlier one. */
export async function replaceConfirmation(
  db: Db,
  confirmation: { credential_id: string; passkey_challenge: string; minutes: number },
): Promise<void> {
  const { credential_id, passkey_challenge, minutes } = confirmation;
  await sql`
    insert into passkey_confirmations (credential_id, passkey_challenge, expires_at)
    values (${credential_id}, ${passkey_challenge}, app_now() + make_interval(mins => ${minutes}))
    on conflict (credential_id) do update
      set passkey_challenge = excluded.passkey_challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Uses it up, whether or not the answer to it is right. Undefined when there is none, or its time is over. */
export async function takeConfirmation(db: Db, credentialId: string): Promise<string | undefined> {
  const result = await sql<{ passkey_challenge: string; is_open: boolean }>`
    delete from passkey_confirmations where credential_id = ${credentialId}
    returning passkey_challenge, expires_at > app_now() as is_open`.execute(db);
  const [row] = result.rows;
  return row?.is_open === true ? row.passkey_challenge : undefined;
}
