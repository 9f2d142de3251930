-- Second factors of customers: passkeys and authenticators, and recovery codes in case all are lost.
-- One table that is in use in each of the files 0609, 0610 and 0613: while one is locked against readers, no other is waited for.

-- Read with every call, so it is kept here. First, because the new tables refer to users, and a lock is not to be raised.
alter table users add column has_second_factor boolean not null default false;

create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('passkey', 'authenticator')),
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null default app_now(),
  -- Null: it was begun, and doesn't count yet.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Of an authenticator: its secret, encrypted, and the 30-second step of the last code that was used.
  totp_secret bytea,
  totp_step bigint,
  -- Of a passkey: the challenge that its registration answers.
  challenge text check (length(challenge) between 16 and 200),
  passkey_id text unique check (length(passkey_id) between 1 and 1400),
  public_key bytea,
  sign_count bigint check (sign_count >= 0),
  transports text[],
  check (case kind
    when 'authenticator' then totp_secret is not null and passkey_id is null
    else totp_secret is null and challenge is not null
      and (confirmed_at is null or num_nulls(passkey_id, public_key, sign_count) = 0) end)
);
create index second_factors_user on second_factors (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default app_now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose password was right and whose second factor is due.
create table sign_in_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  -- Of the password that was right: a sign-in must not survive a change of password.
  password_hash text not null,
  -- What a passkey signs.
  passkey_challenge text not null check (length(passkey_challenge) between 16 and 200),
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

-- Keeps `users.has_second_factor`.
create function note_second_factor() returns trigger language plpgsql as $$
declare
  owner uuid := coalesce(new.user_id, old.user_id);
begin
  -- Locked first, so that two changes of one account's factors count each other.
  perform 1 from users where id = owner for no key update;
  update users u set has_second_factor = f.has
    from (select exists (select 1 from second_factors where user_id = owner and confirmed_at is not null) as has) f
    where u.id = owner and u.has_second_factor <> f.has;
  return null;
end
$$;
create trigger second_factors_noted after insert or update of confirmed_at or delete on second_factors
  for each row execute function note_second_factor();
