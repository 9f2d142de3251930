-- A label is its workspace's. (A node of the version before can save none until it is replaced.)
alter table customer_labels drop constraint customer_labels_pkey;
alter table customer_labels add constraint customer_labels_pkey primary key using index customer_labels_of_workspace;
drop procedure fill_workspaces();

-- A grant ends with the assignment: rented anew, the phone is nobody's but those's who have all phones. It passes to the
-- phone that takes this one's place, before or during the rental.
create function move_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update grants g set device_id = new.device_id
    from assignments old_one
    where old_one.id = new.replaces_id and g.workspace_id = new.workspace_id and g.device_id = old_one.device_id;
  elsif new.device_id <> old.device_id then
    update grants set device_id = new.device_id where workspace_id = new.workspace_id and device_id = old.device_id;
  elsif new.end_reason is distinct from 'replaced' then
    delete from grants where workspace_id = new.workspace_id and device_id = new.device_id;
  end if;
  return null;
end
$$;
create trigger assignments_pass_grants after insert on assignments for each row
  when (new.replaces_id is not null) execute function move_grants();
create trigger assignments_move_grants after update of device_id on assignments for each row
  when (new.device_id <> old.device_id) execute function move_grants();
create trigger assignments_end_grants after update of state on assignments for each row
  when (new.state = 'ended' and old.state <> 'ended') execute function move_grants();
