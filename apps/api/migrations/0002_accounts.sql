-- Customers, their access tokens and mailed links; operators are a table of their own, never made by
-- registration (spec-decisions 34). Secrets are kept as SHA-256 or argon2id only.
create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null unique check (username ~ '^[a-z0-9._]{1,64}$'),
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text not null check (length(last_name) between 1 and 100),
  email text not null check (length(email) between 3 and 255),
  password_hash text not null,
  email_verified_at timestamptz,
  suspended_at timestamptz,
  referrer text check (length(referrer) <= 255),
  terms_version text check (length(terms_version) <= 32),
  terms_accepted_at timestamptz,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
-- Two spellings of one address are one mailbox for us.
create unique index users_email on users (lower(email));
create trigger users_updated before update on users for each row execute function set_updated_at();

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  user_agent text not null default '' check (length(user_agent) <= 300)
);
create index access_tokens_user on access_tokens (user_id);
create index access_tokens_expiry on access_tokens (expires_at);

create table mailed_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  email text not null check (length(email) between 3 and 255),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index mailed_links_user on mailed_links (user_id, purpose);

create table operators (
  id uuid primary key default gen_random_uuid(),
  username text not null unique check (username ~ '^[a-z0-9._]{1,64}$'),
  password_hash text not null,
  totp_secret bytea,
  disabled_at timestamptz,
  created_at timestamptz not null default app_now()
);
