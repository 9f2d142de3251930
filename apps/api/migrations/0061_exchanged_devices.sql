-- An assignment that is moved to another device while it runs needs that one to be ready, too, and opens anew.
create or replace function refuse_unclean_device() returns trigger language plpgsql as $$
begin
  if new.state = 'active'
     and (tg_op = 'INSERT' or old.state <> 'active' or old.device_id <> new.device_id)
     and not exists (select 1 from devices d where d.id = new.device_id and d.state = 'ready' for share) then
    raise exception 'device % is not ready for a tenant', new.device_id
      using errcode = 'restrict_violation', constraint = 'assignments_on_ready_devices';
  end if;
  return new;
end
$$;
drop trigger assignments_on_ready_devices on assignments;
create trigger assignments_on_ready_devices before insert or update of state, device_id on assignments
  for each row execute function refuse_unclean_device();

create index assignments_unopened on assignments (starts_at) where state = 'active' and prepared_at is null;
