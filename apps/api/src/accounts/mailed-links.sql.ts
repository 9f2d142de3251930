// The SQL of registration and of mailed links.
import { type Db, sql } from '../platform/database.ts';
import type { UserRow } from './accounts.sql.ts';

export type LinkPurpose = 'verify_email' | 'reset_password' | 'change_email';

export async function insertUser(
  db: Db,
  user: {
    username: string;
    first_name: string;
    last_name: string;
    email: string;
    password_hash: string;
    referrer: string | null;
    terms_version: string | null;
    registration_browser_hash: Buffer;
  },
): Promise<UserRow> {
  const result = await sql<UserRow>`
    insert into users (username, first_name, last_name, email, password_hash, referrer, terms_version,
                       terms_accepted_at, registration_browser_hash)
    values (${user.username}, ${user.first_name}, ${user.last_name}, ${user.email}, ${user.password_hash},
            ${user.referrer}, ${user.terms_version},
            case when ${user.terms_version}::text is not null then app_now() end, ${user.registration_browser_hash})
    returning id, username, first_name, last_name, email, created_at`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user was not stored');
  return row;
}

export type MailUserRow = {
  id: string;
  username: string;
  first_name: string;
  email: string;
  is_verified: boolean;
  is_suspended: boolean;
};

export async function selectUserByEmail(db: Db, email: string): Promise<MailUserRow | undefined> {
  const result = await sql<MailUserRow>`
    select id, username, first_name, email, email_verified_at is not null as is_verified,
           suspended_at is not null as is_suspended
    from users where lower(email) = lower(${email})`.execute(db);
  return result.rows[0];
}

/**
 * Earlier links stay valid until one is used, so that somebody else who requests links can't invalidate the owner's. Of
 * links to new addresses only the latest is valid.
 */
export async function insertLink(
  db: Db,
  link: { user_id: string; purpose: LinkPurpose; email: string; token_hash: Buffer; hours: number },
): Promise<void> {
  if (link.purpose === 'change_email') await expireLinks(db, link.user_id, link.purpose);
  await sql`
    insert into mailed_links (user_id, purpose, email, token_hash, expires_at)
    values (${link.user_id}, ${link.purpose}, ${link.email}, ${link.token_hash},
            app_now() + make_interval(hours => ${link.hours}))`.execute(db);
}

/** Ends the user's valid links of one purpose, or all. */
export async function expireLinks(db: Db, userId: string, purpose?: LinkPurpose): Promise<void> {
  await sql`
    update mailed_links set expires_at = greatest(app_now(), created_at + interval '1 microsecond')
    where user_id = ${userId} and (${purpose ?? null}::text is null or purpose = ${purpose ?? null}::text)
      and used_at is null and expires_at > app_now()`.execute(db);
}

/** Marks a link as used; undefined when it is unknown, used, expired, or for another address. */
export async function updateLinkUsed(
  db: Db,
  link: { purpose: LinkPurpose; email: string; token_hash: Buffer },
): Promise<{ user_id: string; email: string } | undefined> {
  // All code locks the user before the link. Of two links that are used concurrently, the second waits and is then expired.
  await sql`
    select 1 from users where id = (select user_id from mailed_links where token_hash = ${link.token_hash})
    for update`.execute(db);
  const result = await sql<{ user_id: string; email: string }>`
    update mailed_links l set used_at = app_now() from users u
    where l.token_hash = ${link.token_hash} and l.purpose = ${link.purpose} and l.used_at is null
      and l.expires_at > app_now() and lower(l.email) = lower(${link.email})
      and u.id = l.user_id and u.suspended_at is null
    returning l.user_id, l.email`.execute(db);
  return result.rows[0];
}

/** The owner of a valid link; undefined when `updateLinkUsed` would refuse it. */
export async function selectLinkOwner(
  db: Db,
  link: { purpose: LinkPurpose; email: string; token_hash: Buffer },
): Promise<string | undefined> {
  const result = await sql<{ user_id: string }>`
    select l.user_id from mailed_links l join users u on u.id = l.user_id
    where l.token_hash = ${link.token_hash} and l.purpose = ${link.purpose} and l.used_at is null
      and l.expires_at > app_now() and lower(l.email) = lower(${link.email}) and u.suspended_at is null`.execute(
    db,
  );
  return result.rows[0]?.user_id;
}

/** True when the link was used before, and its address is verified. */
export async function isVerifiedWith(db: Db, email: string, tokenHash: Buffer): Promise<boolean> {
  const result = await sql`
    select 1 from mailed_links l join users u on u.id = l.user_id
    where l.token_hash = ${tokenHash} and l.purpose in ('verify_email', 'change_email')
      and l.used_at is not null and lower(u.email) = lower(l.email)
      and lower(l.email) = lower(${email}) and u.email_verified_at is not null`.execute(db);
  return result.rows.length > 0;
}

export type VerifiedRow = {
  first_name: string;
  username: string;
  email: string;
  password_hash: string;
  /** The address was not verified before. */
  was_new: boolean;
  /** `browserHash` is that of the browser that registered, at most 48 hours ago. */
  is_registration_browser: boolean;
};

/** Also forgets the browser that registered, so that its cookie counts once. */
export async function updateEmailVerified(
  db: Db,
  userId: string,
  browserHash: Buffer | null,
): Promise<VerifiedRow> {
  const result = await sql<VerifiedRow>`
    update users u set email_verified_at = coalesce(u.email_verified_at, app_now()), registration_browser_hash = null
    from (select id, email_verified_at is null as was_new,
                 coalesce(registration_browser_hash = ${browserHash}::bytea
                          and created_at > app_now() - interval '48 hours', false) as is_registration_browser
          from users where id = ${userId} for update) was
    where u.id = was.id
    returning u.first_name, u.username, u.email, u.password_hash, was.was_new, was.is_registration_browser`.execute(
    db,
  );
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user does not exist');
  return row;
}

export async function updatePassword(db: Db, userId: string, passwordHash: string): Promise<MailUserRow> {
  const result = await sql<MailUserRow>`
    update users set password_hash = ${passwordHash} where id = ${userId}
    returning id, username, first_name, email, email_verified_at is not null as is_verified,
              suspended_at is not null as is_suspended`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user does not exist');
  return row;
}
