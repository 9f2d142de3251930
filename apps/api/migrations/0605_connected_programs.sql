-- Connected programs (OAuth). A connection is a row of credentials of kind `grant`: a person, one workspace, permissions,
-- phones, an end. Its access tokens are rows of the same kind below it (`parent_id`); what is opened with one names the
-- connection, so that it goes on when the token is renewed.
alter table credentials
  -- The client id: an https address, or the name of a program of ours.
  add column client_id text check (length(client_id) between 1 and 2048);
alter table credentials add constraint credentials_grant_is_of_a_program check (
  kind <> 'grant' or (client_id is not null and name is not null)) not valid;

-- What the OAuth server (oidc-provider) keeps between calls: requests under way, codes, refresh tokens. Ids are secrets of
-- programs and browsers, so only their hashes are here.
create table oauth_records (
  model text not null check (length(model) between 1 and 40),
  id_hash bytea not null,
  payload jsonb not null,
  -- The connection that it belongs to, once there is one.
  connection_id uuid references credentials on delete cascade,
  -- Of a device login that waits for a person.
  user_code text check (length(user_code) between 4 and 40),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id_hash)
);
create unique index oauth_records_user_code on oauth_records (user_code) where user_code is not null;
create index oauth_records_connection on oauth_records (connection_id) where connection_id is not null;
create index oauth_records_expiry on oauth_records (expires_at);

-- Connected programs end with the membership of the person who connected them, as keys do.
create or replace function end_keys_of_member() returns trigger language plpgsql as $$
begin
  update credentials set revoked_at = app_now()
  where workspace_id = old.workspace_id and user_id = old.user_id and kind in ('key', 'grant') and revoked_at is null;
  return null;
end
$$;
