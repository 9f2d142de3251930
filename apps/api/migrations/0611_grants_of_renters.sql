-- A member who has named phones and rents others gets the grants for them: otherwise they couldn't reach what they have rented.
create function grant_to_renter() returns trigger language plpgsql as $$
begin
  insert into grants (workspace_id, user_id, device_id)
    select m.workspace_id, m.user_id, new.device_id from workspace_members m
    where m.workspace_id = new.workspace_id and m.user_id = new.user_id and not m.has_all_phones
  on conflict do nothing;
  return null;
end
$$;
create trigger assignments_grant_to_renter after insert on assignments for each row
  when (new.state in ('scheduled', 'active') and new.replaces_id is null) execute function grant_to_renter();
create trigger assignments_grant_when_paid after update of state on assignments for each row
  when (old.state = 'held' and new.state in ('scheduled', 'active')) execute function grant_to_renter();
