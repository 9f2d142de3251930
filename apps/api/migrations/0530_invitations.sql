-- Invitations to a team, by mail. Used or withdrawn ones stay, so that their links get a sentence of their own.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  email text not null check (length(email) between 3 and 255),
  role text not null references roles,
  -- False: only the phones that `grants` names.
  has_all_phones boolean not null,
  invited_by uuid references users on delete set null,
  token_hash bytea not null unique,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (expires_at > created_at),
  check (accepted_at is null or withdrawn_at is null),
  check (role <> 'owner' or has_all_phones)
);
-- One open invitation for each address.
create unique index invitations_open on invitations (workspace_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create index invitations_of_workspace on invitations (workspace_id, created_at desc);

-- Phones that an invitation names are grants like a member's: they pass to the phone that takes another's place, and end
-- with the assignment.
alter table grants add column invitation_id uuid references invitations on delete cascade;
alter table grants drop constraint grants_check;
alter table grants add constraint grants_have_one_holder
  check (num_nonnulls(user_id, credential_id, invitation_id) = 1) not valid;
create unique index grants_invitation on grants (invitation_id, device_id) where invitation_id is not null;

-- When a member last used this workspace. What they do in others is nobody's business here.
alter table workspace_members add column last_used_at timestamptz;
alter table workspace_members add constraint owners_have_all_phones
  check (role <> 'owner' or has_all_phones) not valid;

-- Only another role or the end of a membership can leave a workspace without an owner.
drop trigger workspaces_have_an_owner on workspace_members;
create constraint trigger workspaces_have_an_owner after update of role or delete on workspace_members
  deferrable initially deferred for each row when (old.role = 'owner') execute function refuse_workspace_without_owner();

-- A team is deleted only without rentals and open orders. An order that is placed at the same moment waits for the lock of
-- the team's row, and is then refused.
create function refuse_deleted_workspace() returns trigger language plpgsql as $$
begin
  perform 1 from workspaces where id = new.workspace_id and deleted_at is null for key share;
  if not found then
    raise exception 'workspace % was deleted', new.workspace_id
      using errcode = 'restrict_violation', constraint = 'orders_in_an_open_workspace';
  end if;
  return new;
end
$$;
-- Fires after `orders_workspace`, which fills in the workspace: triggers fire in the order of their names.
create trigger orders_workspace_is_open before insert on orders
  for each row execute function refuse_deleted_workspace();
