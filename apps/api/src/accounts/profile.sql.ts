// The SQL of changes of a customer's own account.
import { type Db, sql } from '../platform/database.ts';
import type { UserRow } from './accounts.sql.ts';

export type OwnAccountRow = UserRow & { password_hash: string };
export type ProfileRow = UserRow & { pending_email: string | null };

/** `pending_email` is a new address whose link was not opened yet. Takes no lock. */
export async function selectProfile(db: Db, userId: string): Promise<ProfileRow | undefined> {
  const result = await sql<ProfileRow>`
    select id, username, first_name, last_name, email, created_at,
           (select l.email from mailed_links l
            where l.user_id = users.id and purpose = 'change_email' and used_at is null and expires_at > app_now()
            order by l.created_at desc limit 1) as pending_email
    from users where id = ${userId} and suspended_at is null`.execute(db);
  return result.rows[0];
}

/** Locked until the transaction ends, so that two changes happen one after the other. */
export async function lockOwnAccount(db: Db, userId: string): Promise<OwnAccountRow | undefined> {
  const result = await sql<OwnAccountRow>`
    select id, username, first_name, last_name, email, created_at, password_hash
    from users where id = ${userId} and suspended_at is null for update`.execute(db);
  return result.rows[0];
}

export async function selectPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const result = await sql<{ password_hash: string }>`
    select password_hash from users where id = ${userId} and suspended_at is null`.execute(db);
  return result.rows[0]?.password_hash;
}

/** The new address whose link was not opened yet. */
export async function selectPendingEmail(db: Db, userId: string): Promise<string | null> {
  const result = await sql<{ email: string }>`
    select email from mailed_links
    where user_id = ${userId} and purpose = 'change_email' and used_at is null and expires_at > app_now()
    order by created_at desc limit 1`.execute(db);
  return result.rows[0]?.email ?? null;
}

export async function isEmailTaken(db: Db, email: string, exceptUserId: string): Promise<boolean> {
  const result = await sql`
    select 1 from users where lower(email) = lower(${email}) and id <> ${exceptUserId}`.execute(db);
  return result.rows.length > 0;
}

export async function updateProfileRow(
  db: Db,
  userId: string,
  profile: { username: string; first_name: string; last_name: string },
): Promise<UserRow> {
  const result = await sql<UserRow>`
    update users set username = ${profile.username}, first_name = ${profile.first_name},
                     last_name = ${profile.last_name}
    where id = ${userId}
    returning id, username, first_name, last_name, email, created_at`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user does not exist');
  return row;
}

/** Sets a confirmed address. Returns the previous one. */
export async function updateEmail(
  db: Db,
  userId: string,
  email: string,
): Promise<{ first_name: string; old_email: string }> {
  const result = await sql<{ first_name: string; old_email: string }>`
    update users u set email = ${email}, email_verified_at = app_now()
    from (select id, email as old_email from users where id = ${userId} for update) was
    where u.id = was.id
    returning u.first_name, was.old_email`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user does not exist');
  return row;
}
