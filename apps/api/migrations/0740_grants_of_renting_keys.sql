-- Keys and connected programs with named phones get what they rent, as members do since 0611. A grant is for the
-- workspace's current rental of a phone: the running one, else the next. So a rental that follows another one of the same
-- workspace gives its renter the phone when the other has ended, and not before.

-- The key or the connection that opens the payment, not its family: its relatives get nothing. Null: a person opens it.
alter table orders add column payer_credential_id uuid;

-- Whether the workspace has no earlier open rental of this phone.
create function is_current_rental(a_workspace uuid, a_device uuid, starts timestamptz, an_assignment uuid)
returns boolean language sql stable as $$
  select not exists (
    select 1 from assignments a
    where a.device_id = a_device and a.workspace_id = a_workspace and a.state in ('scheduled', 'active')
      and a.id <> an_assignment and (a.starts_at, a.id) < (starts, an_assignment))
$$;

-- Gives the phone of the workspace's current rental to those who rented it: the member who placed the order, the member who
-- pays it, and the key or connection that opened the payment, with the keys that took its place.
create function grant_current_rental(a_workspace uuid, a_device uuid) returns void language plpgsql as $$
declare
  current assignments;
  paid orders;
begin
  select * into current from assignments
  where device_id = a_device and workspace_id = a_workspace and state in ('scheduled', 'active')
  order by starts_at, id limit 1;
  if not found then return; end if;
  select * into paid from orders where id = current.order_id;
  insert into grants (workspace_id, user_id, device_id)
    select m.workspace_id, m.user_id, a_device from workspace_members m
    where m.workspace_id = a_workspace and m.user_id in (current.user_id, paid.payer_id) and not m.has_all_phones
  on conflict do nothing;
  insert into grants (workspace_id, credential_id, device_id)
    with recursive payer as (
      select * from credentials where id = paid.payer_credential_id
      union
      select c.* from payer join credentials c on c.id = payer.rotated_to
    )
    select p.workspace_id, p.id, a_device from payer p
    where p.workspace_id = a_workspace and not p.has_all_phones and p.revoked_at is null and p.expires_at > app_now()
  on conflict do nothing;
end
$$;

-- Grants that are there already are not this rental's: they were written while another one ended, or are for a later one.
create or replace function grant_to_renter() returns trigger language plpgsql as $$
begin
  if is_current_rental(new.workspace_id, new.device_id, new.starts_at, new.id) then
    delete from grants where workspace_id = new.workspace_id and device_id = new.device_id;
    perform grant_current_rental(new.workspace_id, new.device_id);
  end if;
  return null;
end
$$;

-- The grants of a rental that has moved from one phone to another. What is named for a later rental of the new phone must
-- not count for this one, and ends.
create function pass_grants(a_workspace uuid, from_device uuid, to_device uuid) returns void language plpgsql as $$
begin
  delete from grants where workspace_id = a_workspace and device_id = to_device;
  update grants set device_id = to_device where workspace_id = a_workspace and device_id = from_device;
  perform grant_current_rental(a_workspace, from_device);
end
$$;

create or replace function move_grants() returns trigger language plpgsql as $$
declare
  was_current boolean;
begin
  if tg_op = 'INSERT' then
    perform pass_grants(new.workspace_id, old_one.device_id, new.device_id)
    from assignments old_one where old_one.id = new.replaces_id;
    return null;
  end if;
  was_current := is_current_rental(old.workspace_id, old.device_id, old.starts_at, old.id);
  if new.device_id <> old.device_id then
    if not is_current_rental(new.workspace_id, new.device_id, new.starts_at, new.id) then
      if was_current then
        delete from grants where workspace_id = old.workspace_id and device_id = old.device_id;
        perform grant_current_rental(old.workspace_id, old.device_id);
      end if;
    elsif was_current then
      perform pass_grants(new.workspace_id, old.device_id, new.device_id);
    else
      perform grant_current_rental(new.workspace_id, new.device_id);
    end if;
  elsif was_current and new.end_reason is distinct from 'replaced' then
    delete from grants where workspace_id = new.workspace_id and device_id = new.device_id;
    perform grant_current_rental(new.workspace_id, new.device_id);
  end if;
  return null;
end
$$;
