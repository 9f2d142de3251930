-- What owns rentals is a workspace. Everybody has a personal one, whose id is the user's own: so `user_id` is the
-- workspace of everything that there was before, and of what nodes of the version before still write during an upgrade.

-- The permissions of `packages/contract/src/permissions.ts`.
create domain permission_list as text[] check (value <@ array['watch', 'control', 'files', 'apps', 'shell', 'adb',
  'screen', 'record', 'label', 'secrets', 'rent', 'spend', 'members', 'keys', 'webhooks', 'billing', 'workspace']);

create table roles (
  name text primary key check (length(name) between 1 and 32),
  -- A role gives away only roles of its own rank or a lower one.
  rank integer not null unique,
  permissions permission_list not null
);
insert into roles (name, rank, permissions) values
  ('owner', 5, '{watch,control,files,apps,shell,adb,screen,record,label,secrets,rent,spend,members,keys,webhooks,billing,workspace}'),
  ('admin', 4, '{watch,control,files,apps,shell,adb,screen,record,label,secrets,rent,spend,members,keys,webhooks,billing}'),
  ('manager', 3, '{watch,control,files,apps,shell,adb,screen,record,label,secrets,rent,spend}'),
  ('user', 2, '{watch,control,files,apps,shell,adb,screen,record,label}'),
  ('viewer', 1, '{watch,screen}');

create table workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  -- The user whose personal workspace this is; null for a team.
  personal_user_id uuid unique references users on delete cascade check (personal_user_id = id),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- A team that was deleted keeps its orders and receipts, but nobody is in it any more.
  deleted_at timestamptz,
  check (personal_user_id is null or deleted_at is null)
);
create trigger workspaces_updated before update on workspaces for each row execute function set_updated_at();

create table workspace_members (
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null references roles,
  -- False: only the phones that `grants` names.
  has_all_phones boolean not null default true,
  -- What this member may spend in a calendar month (UTC). Null: no limit of their own.
  monthly_limit_cents integer check (monthly_limit_cents >= 0),
  joined_at timestamptz not null default app_now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_user on workspace_members (user_id);

-- A workspace always has an owner. Checked at the end of the transaction, so that ownership can be handed over in it.
create function refuse_workspace_without_owner() returns trigger language plpgsql as $$
begin
  perform 1 from workspaces where id = old.workspace_id and deleted_at is null for update;
  if found and not exists (select 1 from workspace_members where workspace_id = old.workspace_id and role = 'owner') then
    raise exception 'workspace % would have no owner', old.workspace_id
      using errcode = 'restrict_violation', constraint = 'workspaces_have_an_owner';
  end if;
  return null;
end
$$;
create constraint trigger workspaces_have_an_owner after update or delete on workspace_members
  deferrable initially deferred for each row when (old.role = 'owner') execute function refuse_workspace_without_owner();

create function create_personal_workspace() returns trigger language plpgsql as $$
begin
  insert into workspaces (id, name, personal_user_id, created_at)
  values (new.id, 'Personal', new.id, new.created_at) on conflict do nothing;
  insert into workspace_members (workspace_id, user_id, role, joined_at)
  values (new.id, new.id, 'owner', new.created_at) on conflict do nothing;
  return null;
end
$$;
create trigger users_have_a_workspace after insert on users for each row execute function create_personal_workspace();

insert into workspaces (id, name, personal_user_id, created_at)
  select id, 'Personal', id, created_at from users on conflict do nothing;
insert into workspace_members (workspace_id, user_id, role, joined_at)
  select id, id, 'owner', created_at from users on conflict do nothing;
