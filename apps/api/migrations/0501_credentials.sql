-- One table for everything that lets somebody in: sessions of people, keys, connected programs, guests. Rows of
-- `access_tokens` are sessions, and stay what they are: whoever is signed in stays signed in.
alter table access_tokens rename to credentials;
alter index access_tokens_pkey rename to credentials_pkey;
alter index access_tokens_user rename to credentials_user;
alter index access_tokens_expiry rename to credentials_expiry;

alter table credentials
  add column kind text not null default 'session' check (kind in ('session', 'key', 'grant', 'guest')),
  -- A session is of a person and for all of their workspaces; everything else is for one.
  add column workspace_id uuid references workspaces on delete cascade,
  -- What it is called, for people.
  add column name text check (length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  -- The secret's first and last letters, so that its owner recognizes it.
  add column shown_prefix text check (length(shown_prefix) <= 16),
  add column shown_suffix text check (length(shown_suffix) <= 8),
  -- Never more than its maker has when it is used.
  add column permissions permission_list,
  -- False: only the phones that `grants` names.
  add column has_all_phones boolean not null default true,
  -- Where it may come from; null: from everywhere.
  add column networks cidr[] check (cardinality(networks) between 1 and 50),
  -- What it may spend in a calendar month (UTC); 0: nothing.
  add column monthly_limit_cents integer check (monthly_limit_cents >= 0),
  -- The same key before and after a rotation: budgets count it as one.
  add column family_id uuid,
  -- The key that made this one. It ends with it.
  add column parent_id uuid references credentials on delete cascade,
  -- The key that took this one's place.
  add column rotated_to uuid references credentials on delete set null,
  -- When its end was announced by mail.
  add column told_at timestamptz,
  add column last_used_from inet,
  alter column user_id drop not null;
alter table credentials add constraint credentials_have_what_their_kind_needs check (
  case kind
    when 'session' then user_id is not null and workspace_id is null and permissions is null and has_all_phones
    when 'guest' then workspace_id is not null and permissions is not null
    else user_id is not null and workspace_id is not null and permissions is not null
  end);
alter table credentials add constraint credentials_key_is_named check (
  kind <> 'key' or (name is not null and shown_prefix is not null and shown_suffix is not null
                    and family_id is not null and monthly_limit_cents is not null));
create index credentials_workspace on credentials (workspace_id, created_at) where workspace_id is not null;
create index credentials_parent on credentials (parent_id) where parent_id is not null;

-- Nodes of the version before read and write sessions under the old name. A later migration drops it.
create view access_tokens as
  select id, user_id, token_hash, created_at, expires_at, revoked_at, user_agent, tunnel_token_hash, last_used_at,
         subnet, device_hash
  from credentials where kind = 'session';

-- Which phones a member or a credential may use, where that isn't all of them. It counts only while the phone is the
-- workspace's.
create table grants (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  device_id uuid not null references devices on delete cascade,
  user_id uuid,
  credential_id uuid references credentials on delete cascade,
  created_at timestamptz not null default app_now(),
  check (num_nonnulls(user_id, credential_id) = 1),
  foreign key (workspace_id, user_id) references workspace_members on delete cascade
);
create unique index grants_member on grants (workspace_id, user_id, device_id) where user_id is not null;
create unique index grants_credential on grants (credential_id, device_id) where credential_id is not null;
create index grants_device on grants (workspace_id, device_id);

-- Tickets of both kinds name their credential and their workspace. The old column is written by nodes of the version before.
alter table stream_tickets alter column access_token_id drop not null,
  add column credential_id uuid references credentials on delete cascade,
  add column workspace_id uuid references workspaces on delete cascade;
alter table events_tickets alter column access_token_id drop not null,
  add column credential_id uuid references credentials on delete cascade,
  add column workspace_id uuid references workspaces on delete cascade;
alter table stream_sockets
  add column credential_id uuid references credentials on delete cascade,
  add column workspace_id uuid references workspaces on delete cascade;

create function complete_stream_ticket() returns trigger language plpgsql as $$
begin
  new.credential_id := coalesce(new.credential_id, new.access_token_id);
  new.access_token_id := coalesce(new.access_token_id, new.credential_id);
  new.workspace_id := coalesce(new.workspace_id, new.user_id);
  return new;
end
$$;
create trigger stream_tickets_complete before insert on stream_tickets
  for each row execute function complete_stream_ticket();
create function complete_events_ticket() returns trigger language plpgsql as $$
begin
  new.credential_id := coalesce(new.credential_id, new.access_token_id);
  new.access_token_id := coalesce(new.access_token_id, new.credential_id);
  return new;
end
$$;
create trigger events_tickets_complete before insert on events_tickets
  for each row execute function complete_events_ticket();
-- Tickets live for a minute: those that are there belong to personal workspaces.
update stream_tickets set credential_id = access_token_id, workspace_id = user_id;
update events_tickets set credential_id = access_token_id;
