-- What many places of the product make true is told by triggers, in the same transaction; what one place makes true is told
-- there, by `recordActivity` of access (decision 160).
-- One table in each of the files 0681 to 0686: while one is locked, no other is waited for.

create function activity_of_rental() returns trigger language plpgsql as $$
declare
  old_tag text;
begin
  if tg_op = 'INSERT' then
    select activity_tag(device_id) into old_tag from assignments where id = new.replaces_id;
    perform record_activity(new.workspace_id, 'phone.replaced', new.device_id, jsonb_build_object('replaced_tag', old_tag, 'why', new.replaces_because));
  elsif new.device_id <> old.device_id then
    perform record_activity(new.workspace_id, 'phone.replaced', new.device_id,
      jsonb_build_object('replaced_tag', activity_tag(old.device_id), 'why', new.replaces_because));
  elsif new.state = 'ended' and old.state in ('active', 'scheduled') then
    if new.end_reason is distinct from 'replaced' then
      perform record_activity(new.workspace_id, 'rental.ended', new.device_id, jsonb_build_object('reason', new.end_reason));
    end if;
  elsif new.prepared_at is not null and old.prepared_at is null then
    if new.replaces_id is null then
      perform record_activity(new.workspace_id, 'rental.started', new.device_id,
        jsonb_build_object('ends_at', iso_text(new.expires_at)));
    end if;
  elsif new.state in ('active', 'scheduled') and old.state = new.state
    and (new.expires_at is null or new.expires_at > old.expires_at) then
    perform record_activity(new.workspace_id, 'rental.extended', new.device_id,
      jsonb_build_object('ends_at', iso_text(new.expires_at)));
  end if;
  return null;
end
$$;
create trigger assignments_activity after update on assignments for each row
  when (new.state is distinct from old.state or new.prepared_at is distinct from old.prepared_at
        or new.device_id <> old.device_id or new.expires_at is distinct from old.expires_at)
  execute function activity_of_rental();
create trigger assignments_replaced_activity after insert on assignments for each row
  when (new.replaces_id is not null) execute function activity_of_rental();
