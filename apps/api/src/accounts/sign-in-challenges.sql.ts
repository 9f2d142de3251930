// The SQL of sign-ins whose second factor is due.
import { type Db, sql } from '../platform/database.ts';

export type ChallengeRow = {
  id: string;
  user_id: string;
  username: string;
  email: string;
  first_name: string;
  password_hash: string;
  passkey_challenge: string;
  /** A kept session of this customer came from this subnet, or from this browser. */
  is_known_subnet: boolean;
  is_known_device: boolean;
};

export async function insertChallenge(
  db: Db,
  challenge: { user_id: string; secret_hash: Buffer; password_hash: string; passkey_challenge: string },
  minutes: number,
): Promise<void> {
  const { user_id } = challenge;
  await sql`delete from sign_in_challenges where user_id = ${user_id} and expires_at <= app_now()`.execute(
    db,
  );
  await sql`insert into sign_in_challenges (user_id, secret_hash, password_hash, passkey_challenge, expires_at)
    values (${user_id}, ${challenge.secret_hash}, ${challenge.password_hash}, ${challenge.passkey_challenge},
            app_now() + make_interval(mins => ${minutes}))`.execute(db);
}

/** Undefined when it is unknown, used, past its end, or has no try left. */
export async function selectChallenge(
  db: Db,
  secretHash: Buffer,
  from: { subnet: string; deviceHash: Buffer | null },
): Promise<ChallengeRow | undefined> {
  const result = await sql<ChallengeRow>`
    select c.id, c.user_id, u.username, u.email, u.first_name, c.password_hash, c.passkey_challenge,
           exists (select 1 from credentials k where k.user_id = u.id and k.subnet = ${from.subnet}) as is_known_subnet,
           exists (select 1 from credentials k where k.user_id = u.id and k.device_hash = ${from.deviceHash})
             as is_known_device
    from sign_in_challenges c join users u on u.id = c.user_id
    where c.secret_hash = ${secretHash} and c.used_at is null and c.expires_at > app_now() and c.tries < 5`.execute(
    db,
  );
  return result.rows[0];
}

/** Counts a try before it is looked at. False when none was left. */
export async function takeTry(db: Db, id: string): Promise<boolean> {
  const result = await sql`
    update sign_in_challenges set tries = tries + 1
    where id = ${id} and used_at is null and expires_at > app_now() and tries < 5`.execute(db);
  return result.numAffectedRows === 1n;
}

/** False when another call has used it. */
export async function updateChallengeUsed(tx: Db, id: string): Promise<boolean> {
  const result = await sql`
    update sign_in_challenges set used_at = app_now() where id = ${id} and used_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}
