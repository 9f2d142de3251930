-- Keys end with the membership of whoever made them. What was opened with them is closed by the check of open sockets,
-- which asks every second.
create function end_keys_of_member() returns trigger language plpgsql as $$
begin
  update credentials set revoked_at = app_now()
  where workspace_id = old.workspace_id and user_id = old.user_id and kind = 'key' and revoked_at is null;
  return null;
end
$$;
create trigger workspace_members_end_keys after delete on workspace_members
  for each row execute function end_keys_of_member();

-- The key that pays or has paid for an order, by its family: a rotated key and the keys that it made have one budget.
alter table orders add column spent_by uuid;
