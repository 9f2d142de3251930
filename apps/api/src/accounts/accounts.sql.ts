// The only SQL of accounts.
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
  password_hash: string;
  is_verified: boolean;
  is_suspended: boolean;
};

export async function selectCredentials(db: Db, username: string): Promise<CredentialsRow | undefined> {
  const result = await sql<CredentialsRow>`
    select id, password_hash, email_verified_at is not null as is_verified,
           suspended_at is not null as is_suspended
    from users where username = ${username}`.execute(db);
  return result.rows[0];
}

export async function selectUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const result = await sql<UserRow>`
    select id, username, first_name, last_name, email, created_at from users where id = ${userId}`.execute(
    db,
  );
  return result.rows[0];
}

export async function insertAccessToken(
  db: Db,
  token: { user_id: string; token_hash: Buffer; tunnel_token_hash: Buffer; days: number; user_agent: string },
): Promise<{ expires_at: string }> {
  const result = await sql<{ expires_at: string }>`
    insert into access_tokens (user_id, token_hash, tunnel_token_hash, expires_at, user_agent)
    values (${token.user_id}, ${token.token_hash}, ${token.tunnel_token_hash}, app_now() + make_interval(days => ${token.days}),
            ${token.user_agent})
    returning expires_at`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the access token was not stored');
  return row;
}

/** The caller behind a token that still counts; suspended accounts have none. */
export async function selectCaller(
  db: Db,
  tokenHash: Buffer,
): Promise<{ user_id: string; access_token_id: string } | undefined> {
  const result = await sql<{ user_id: string; access_token_id: string }>`
    select t.user_id, t.id as access_token_id
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.revoked_at is null and t.expires_at > app_now()
      and u.suspended_at is null`.execute(db);
  return result.rows[0];
}

/** Of these tokens, those that no longer count. */
export async function selectDeadTokens(db: Db, accessTokenIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select given.id from unnest(${sql.val(accessTokenIds)}::uuid[]) as given (id)
    left join access_tokens t on t.id = given.id
    left join users u on u.id = t.user_id
    where t.id is null or t.revoked_at is not null or t.expires_at <= app_now()
      or u.suspended_at is not null`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Revokes one token, or all of the user's when `accessTokenId` is undefined. Returns those revoked now. */
export async function updateTokensRevoked(db: Db, userId: string, accessTokenId?: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update access_tokens set revoked_at = app_now()
    where user_id = ${userId} and revoked_at is null and expires_at > app_now()
      and (${accessTokenId ?? null}::uuid is null or id = ${accessTokenId ?? null}::uuid)
    returning id`.execute(db);
  return result.rows.map((row) => row.id);
}
