-- When the end that a key, a program or a link was given has been recorded; a sweep does it.
alter table credentials add column end_recorded_at timestamptz;

create function credential_who(c credentials) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', case c.kind when 'grant' then 'program' else c.kind end, 'id', c.id, 'name', c.name,
    'user_id', c.user_id, 'address', host(c.last_used_from))
$$;

create function activity_of_credential() returns trigger language plpgsql as $$
declare
  named jsonb := jsonb_build_object('id', new.id, 'name', coalesce(new.name, ''));
  prefix text := case new.kind when 'grant' then 'program' else new.kind end;
begin
  if new.last_used_from is not null and old.last_used_from is null and new.kind in ('key', 'grant') then
    perform write_activity(new.workspace_id, prefix || '.first_used', null, named, credential_who(new));
  end if;
  if new.revoked_at is not null and old.revoked_at is null then
    if new.kind <> 'guest' then
      perform record_activity(new.workspace_id, prefix || case prefix when 'key' then '.revoked' when 'link' then '.ended'
        else '.disconnected' end, null, named);
    elsif activity_actor()->>'id' = new.id::text then
      perform record_activity(new.workspace_id, 'guest.left', null, named);
    else
      perform record_activity(new.workspace_id, 'guest.cut_off', null, named);
    end if;
  elsif new.end_recorded_at is not null and old.end_recorded_at is null then
    perform write_activity(new.workspace_id, prefix || '.ended', null, named || '{"by_time": true}',
      '{"kind": "system", "name": ""}');
  end if;
  return null;
end
$$;
-- Not for access tokens of connected programs, which are rows below their connection and renewed every hour.
create trigger credentials_activity after update on credentials for each row
  when (new.kind in ('key', 'grant', 'link', 'guest') and not (new.kind = 'grant' and new.parent_id is not null)
        and (new.revoked_at is distinct from old.revoked_at or new.end_recorded_at is distinct from old.end_recorded_at
             or (new.last_used_from is not null and old.last_used_from is null)))
  execute function activity_of_credential();
