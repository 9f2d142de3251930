// The SQL of accounts and access tokens.
import { type Db, sql } from '../platform/database.ts';

export type UserRow = {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  created_at: string;
};

export type CredentialsRow = {
  id: string;
  username: string;
  email: string;
  password_hash: string;
  is_verified: boolean;
  is_suspended: boolean;
  has_second_factor: boolean;
  /** A kept session of this customer came from this subnet. */
  is_known_subnet: boolean;
  /** A kept session of this customer came from this browser. */
  is_known_device: boolean;
};

/** `name` is a username or an email address in lowercase; a username contains no @, so a name finds one account at most. */
export async function selectCredentials(
  db: Db,
  name: string,
  from: { subnet: string; deviceHash: Buffer | null },
): Promise<CredentialsRow | undefined> {
  const result = await sql<CredentialsRow>`
    select id, username, email, password_hash, email_verified_at is not null as is_verified,
           suspended_at is not null as is_suspended, has_second_factor,
           exists (select 1 from credentials t where t.user_id = users.id and t.subnet = ${from.subnet})
             as is_known_subnet,
           exists (select 1 from credentials t where t.user_id = users.id and t.device_hash = ${from.deviceHash})
             as is_known_device
    from users where username = ${name} or lower(email) = ${name}`.execute(db);
  return result.rows[0];
}

export async function selectUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const result = await sql<UserRow>`
    select id, username, first_name, last_name, email, created_at from users where id = ${userId}`.execute(
    db,
  );
  return result.rows[0];
}

/**
 * Undefined when the password or the standing has changed since the sign-in checked them, or a second factor was added: a
 * sign-in during a change of password must not survive it.
 */
export async function insertAccessToken(
  db: Db,
  token: {
    user_id: string;
    password_hash: string;
    token_hash: Buffer;
    tunnel_token_hash: Buffer;
    device_hash: Buffer;
    days: number;
    user_agent: string;
    subnet: string;
    has_given_factor: boolean;
  },
): Promise<{ expires_at: string } | undefined> {
  const result = await sql<{ expires_at: string }>`
    with account as (
      select id from users
      where id = ${token.user_id} and password_hash = ${token.password_hash} and suspended_at is null
        and (${token.has_given_factor} or not has_second_factor)
      for share
    )
    insert into credentials (user_id, token_hash, tunnel_token_hash, device_hash, expires_at, user_agent, subnet,
      second_factor_at)
    select id, ${token.token_hash}, ${token.tunnel_token_hash}, ${token.device_hash}, app_now() + make_interval(days => ${token.days}),
           ${token.user_agent}, ${token.subnet}, case when ${token.has_given_factor} then app_now() end
    from account
    returning expires_at`.execute(db);
  return result.rows[0];
}

export async function selectByName(
  db: Db,
  username: string,
): Promise<{ id: string; is_suspended: boolean } | undefined> {
  const result = await sql<{ id: string; is_suspended: boolean }>`
    select id, suspended_at is not null as is_suspended from users where username = ${username}`.execute(db);
  return result.rows[0];
}
