-- How often a customer's adb has asked for what, by kind ("shell": 3) and never with what it said: told with the session's end.
alter table activity_sessions add column opens jsonb not null default '{}';

create function count_adb_opens(a_device uuid, a_credential uuid, a_session uuid, more jsonb) returns void
language sql volatile as $$
  update activity_sessions set opens = opens || (
    select coalesce(jsonb_object_agg(m.key, m.value::integer + coalesce((opens ->> m.key)::integer, 0)), '{}')
    from jsonb_each_text(more) as m)
  where device_id = a_device and credential_id = a_credential and kind = 'phone.adb' and session_id = a_session
$$;

-- As in migration 0680, with the opens.
create or replace function end_activity_sessions(idle_s integer, idle_screen_s integer, how_many integer)
returns integer language sql volatile as $$
  with over as (
    delete from activity_sessions where id in (
      select s.id from activity_sessions s
      where s.seen_at < app_now() - make_interval(secs => case s.kind when 'screen.used' then idle_screen_s else idle_s end)
        and not exists (select 1 from stream_sockets t where t.activity_id = s.id)
      order by s.seen_at limit how_many for update skip locked)
    returning *),
  ended as (
    insert into activity (workspace_id, kind, device_id, device_tag, details, who_kind, who_id, who_name, user_id, address, ends_id)
    select b.workspace_id, b.kind, b.device_id, b.device_tag, b.details
             || jsonb_build_object('length_s', round(extract(epoch from o.seen_at - o.began_at)))
             || case when o.kind = 'screen.used' then jsonb_build_object('reads', o.reads, 'actions', o.actions)
                     else '{}' end
             || case when o.opens <> '{}' then jsonb_build_object('opens', o.opens) else '{}' end,
           b.who_kind, b.who_id, b.who_name, b.user_id, b.address, b.id
    from over o join activity b on b.id = o.id
    returning 1)
  select count(*)::integer from ended
$$;
