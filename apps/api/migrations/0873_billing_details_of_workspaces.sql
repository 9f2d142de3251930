-- Who the receipts of a workspace are made out to. A team has its own details; those of a person are their personal
-- workspace's, whose id is the person's.
create table workspace_billing (
  workspace_id uuid primary key references workspaces on delete cascade,
  company text not null default '' check (length(company) <= 100),
  address text not null default '' check (length(address) <= 300),
  tax_id text not null default '' check (length(tax_id) <= 40),
  updated_at timestamptz not null default app_now()
);

-- Nodes of the version before read and write billing_details. Each table follows the other; a later migration drops it.
create function billing_of_workspace() returns trigger language plpgsql as $$
begin
  insert into workspace_billing as b (workspace_id, company, address, tax_id, updated_at)
  select new.user_id, new.company, new.address, new.tax_id, new.updated_at from workspaces where id = new.user_id
  on conflict (workspace_id) do update set company = excluded.company, address = excluded.address,
    tax_id = excluded.tax_id, updated_at = excluded.updated_at
  where (b.company, b.address, b.tax_id) is distinct from (excluded.company, excluded.address, excluded.tax_id);
  return null;
end
$$;
create trigger billing_details_follow after insert or update on billing_details for each row
  execute function billing_of_workspace();

create function billing_of_person() returns trigger language plpgsql as $$
begin
  insert into billing_details as b (user_id, company, address, tax_id, updated_at)
  select personal_user_id, new.company, new.address, new.tax_id, new.updated_at from workspaces
  where id = new.workspace_id and personal_user_id is not null
  on conflict (user_id) do update set company = excluded.company, address = excluded.address,
    tax_id = excluded.tax_id, updated_at = excluded.updated_at
  where (b.company, b.address, b.tax_id) is distinct from (excluded.company, excluded.address, excluded.tax_id);
  return null;
end
$$;
create trigger workspace_billing_follows after insert or update on workspace_billing for each row
  execute function billing_of_person();

insert into workspace_billing (workspace_id, company, address, tax_id, updated_at)
  select b.user_id, b.company, b.address, b.tax_id, b.updated_at
  from billing_details b join workspaces w on w.id = b.user_id
on conflict (workspace_id) do nothing;

create or replace function erase_deleted_workspace(a_workspace uuid) returns void language plpgsql as $$
begin
  delete from typed_secrets where workspace_id = a_workspace;
  delete from webhook_endpoints where workspace_id = a_workspace;
  delete from webhook_messages where workspace_id = a_workspace;
  delete from recording_settings where workspace_id = a_workspace;
  delete from workspace_billing where workspace_id = a_workspace;
  update recordings set erased_at = app_now() where workspace_id = a_workspace and erased_at is null;
end
$$;
