-- Orders, assignments and labels belong to a workspace. `user_id` stays as the fact of who rented. What a node of the
-- version before writes belongs to its user's personal workspace, whose id is the user's.
alter table orders add column workspace_id uuid;
alter table assignments add column workspace_id uuid;
alter table customer_labels add column workspace_id uuid;

create function set_workspace() returns trigger language plpgsql as $$
begin
  new.workspace_id := new.user_id;
  return new;
end
$$;
create trigger orders_workspace before insert or update on orders for each row
  when (new.workspace_id is null) execute function set_workspace();
create trigger assignments_workspace before insert or update on assignments for each row
  when (new.workspace_id is null) execute function set_workspace();
create trigger customer_labels_workspace before insert or update on customer_labels for each row
  when (new.workspace_id is null) execute function set_workspace();

-- Rows of before, a thousand at a time, each in a transaction of its own: nobody waits long for a row.
create procedure fill_workspaces() language plpgsql as $$
declare
  filled integer;
begin
  loop
    update orders set workspace_id = user_id
    where id in (select id from orders where workspace_id is null limit 1000 for update skip locked);
    get diagnostics filled = row_count;
    commit;
    exit when filled = 0 and not exists (select 1 from orders where workspace_id is null);
  end loop;
  loop
    update assignments set workspace_id = user_id
    where id in (select id from assignments where workspace_id is null limit 1000 for update skip locked);
    get diagnostics filled = row_count;
    commit;
    exit when filled = 0 and not exists (select 1 from assignments where workspace_id is null);
  end loop;
  update customer_labels set workspace_id = user_id where workspace_id is null;
  commit;
end
$$;

alter table orders add constraint orders_in_a_workspace foreign key (workspace_id) references workspaces not valid;
alter table orders add constraint orders_workspace_known check (workspace_id is not null) not valid;
alter table assignments add constraint assignments_in_a_workspace foreign key (workspace_id) references workspaces not valid;
alter table assignments add constraint assignments_workspace_known check (workspace_id is not null) not valid;
alter table customer_labels add constraint customer_labels_in_a_workspace foreign key (workspace_id)
  references workspaces on delete cascade not valid;
alter table customer_labels add constraint customer_labels_workspace_known check (workspace_id is not null) not valid;
