-- A session of somebody who has a second factor says when it was given. A node of the version before knows nothing of it,
-- and can't open one for them.
alter table credentials add column second_factor_at timestamptz;
create function refuse_session_without_factor() returns trigger language plpgsql as $$
begin
  if exists (select 1 from users where id = new.user_id and has_second_factor) then
    raise exception 'a session of % needs the second factor', new.user_id
      using errcode = 'check_violation', constraint = 'sessions_need_the_second_factor';
  end if;
  return new;
end
$$;
create trigger sessions_need_the_second_factor before insert on credentials
  for each row when (new.kind = 'session' and new.second_factor_at is null)
  execute function refuse_session_without_factor();
