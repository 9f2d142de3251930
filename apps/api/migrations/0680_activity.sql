-- What happens in a workspace: who, what, which phone, from where. Rows are added and never changed; only whole days that are
-- older than 400 days can be deleted (decision 160). Nothing refers to other tables: a row stays readable after the rental, the
-- key or the person has gone.
create table activity (
  id bigint primary key generated always as identity,
  at timestamptz(3) not null default app_now(),
  workspace_id uuid not null,
  -- One of `activityKinds` of packages/contract/src/activity.ts.
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$' and length(kind) <= 40),
  who_kind text not null check (who_kind in ('person', 'key', 'program', 'guest', 'operator', 'system')),
  -- Of a person: the user. Of a key, a program or a guest: the credential.
  who_id uuid,
  who_name text not null check (length(who_name) <= 200),
  -- The person, or the member for whom a key, a program or a guest acts.
  user_id uuid,
  device_id uuid,
  device_tag text check (length(device_tag) <= 60),
  address inet,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000),
  -- Of the row that ends a session: the row that began it. Its details hold the session's length.
  ends_id bigint,
  check ((device_id is null) = (device_tag is null))
);
create index activity_of_workspace on activity (workspace_id, at desc, id desc) where ends_id is null;
create index activity_of_who on activity (workspace_id, who_id, at desc, id desc) where ends_id is null;
create index activity_of_user on activity (workspace_id, user_id, at desc, id desc) where ends_id is null;
create index activity_of_phone on activity (workspace_id, device_id, at desc, id desc)
  where ends_id is null and device_id is not null;
create index activity_of_kind on activity (workspace_id, kind, at desc, id desc) where ends_id is null;
-- A session ends once.
create unique index activity_ends on activity (ends_id) where ends_id is not null;
-- For open pages, which ask every two seconds, and for what is old.
create index activity_age on activity (at);

create function refuse_activity_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < date_trunc('day', app_now(), 'UTC') - interval '400 days' then return old; end if;
    raise exception 'activity is kept for 400 days' using errcode = 'restrict_violation';
  end if;
  raise exception 'activity is only added to' using errcode = 'restrict_violation';
end
$$;
create trigger activity_is_kept before delete on activity for each row execute function refuse_activity_change();
create trigger activity_is_append_only before update or truncate on activity
  for each statement execute function refuse_activity_change();
-- Also for sessions that replay changes, which skip ordinary triggers.
alter table activity enable always trigger activity_is_kept;
alter table activity enable always trigger activity_is_append_only;
-- The role that runs the migrations owns the table. It may be the product's own role, which loses these rights here, too.
revoke update, truncate on activity from public, current_user;

-- The time of a row is the database's own, whatever the statement says.
create function set_activity_time() returns trigger language plpgsql as $$
begin
  new.at := app_now();
  return new;
end
$$;
create trigger activity_time before insert on activity for each row execute function set_activity_time();

create function activity_tag(a_device uuid) returns text language sql stable as $$
  select left(tag, 60) from devices where id = a_device
$$;

-- Writes a row. `a_who`: {kind, id, name, user_id, address}. An address that is none is left out.
create function write_activity(a_workspace uuid, a_kind text, a_device uuid, a_details jsonb, a_who jsonb)
returns bigint language sql volatile as $$
  insert into activity (workspace_id, kind, device_id, device_tag, details, who_kind, who_id, who_name, user_id, address)
  select a_workspace, a_kind, d.id, left(d.tag, 60), jsonb_strip_nulls(a_details), a_who->>'kind', (a_who->>'id')::uuid,
         left(coalesce(a_who->>'name', ''), 200), (a_who->>'user_id')::uuid,
         case when a_who->>'address' ~ '^[0-9a-fA-F.:]{2,45}$' then (a_who->>'address')::inet end
  from (select 1) as one left join devices d on d.id = a_device
  returning id
$$;

-- Who acts in this transaction, as `platform/actor.ts` says; the product itself where nobody does.
create function activity_actor() returns jsonb language plpgsql stable as $$
declare
  actor text := coalesce(nullif(current_setting('pocketfleet.actor', true), ''), 'system');
  from_where text := nullif(current_setting('pocketfleet.address', true), '');
  kind text := split_part(actor, ':', 1);
  the_id uuid := substring(actor from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid;
  who jsonb;
begin
  if kind = 'customer' then
    select jsonb_build_object('kind', 'person', 'id', id, 'user_id', id, 'name', username) into who
    from users where id = the_id;
  elsif kind in ('key', 'program', 'guest') then
    select jsonb_build_object('kind', actor_kind.name, 'id', c.id, 'user_id', c.user_id, 'name', c.name) into who
    from credentials c, (select kind as name) as actor_kind where c.id = the_id;
  elsif kind = 'operator' then
    select jsonb_build_object('kind', 'operator', 'id', id, 'name', username) into who from operators where id = the_id;
  end if;
  if who is null then return jsonb_build_object('kind', 'system', 'name', ''); end if;
  return who || jsonb_build_object('address', from_where);
end
$$;

-- A row about what this transaction does.
create function record_activity(a_workspace uuid, a_kind text, a_device uuid, a_details jsonb default '{}')
returns void language sql volatile as $$
  select write_activity(a_workspace, a_kind, a_device, a_details, activity_actor())
$$;

-- Sessions that have begun and not ended: of live view, shell, adb, and of reading and acting on a screen. A session ends when
-- nobody has used it for some seconds, so that a line that was cut and dialled again is one session.
create table activity_sessions (
  -- The row of `activity` that began it.
  id bigint primary key,
  workspace_id uuid not null,
  kind text not null,
  device_id uuid not null,
  credential_id uuid not null,
  -- The tab or program; of a screen: the credential itself.
  session_id uuid not null,
  began_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now(),
  reads integer not null default 0,
  actions integer not null default 0,
  unique (device_id, credential_id, kind, session_id)
);
alter table stream_sockets add column activity_id bigint;
create index stream_sockets_activity on stream_sockets (activity_id) where activity_id is not null;

-- Begins a session, or goes on with it. Two sockets that open at once begin one.
create function begin_activity_session(
  a_workspace uuid, a_kind text, a_device uuid, a_credential uuid, a_session uuid, a_details jsonb, a_who jsonb)
returns bigint language plpgsql volatile as $$
declare
  found_id bigint;
begin
  loop
    update activity_sessions set seen_at = greatest(seen_at, app_now())
    where device_id = a_device and credential_id = a_credential and kind = a_kind and session_id = a_session
    returning id into found_id;
    if found then return found_id; end if;
    begin
      found_id := write_activity(a_workspace, a_kind, a_device, a_details, a_who);
      insert into activity_sessions (id, workspace_id, kind, device_id, credential_id, session_id)
      values (found_id, a_workspace, a_kind, a_device, a_credential, a_session);
      return found_id;
    exception when unique_violation then
      null;
    end;
  end loop;
end
$$;

-- A reading of a screen, or an action on it, of this session.
create function count_screen_use(a_session bigint, is_action boolean) returns void language sql volatile as $$
  update activity_sessions set reads = reads + (not is_action)::integer, actions = actions + is_action::integer
  where id = a_session
$$;

-- A socket of a node that died was last seen with that node's last heartbeat.
create function note_session_seen() returns trigger language plpgsql as $$
begin
  update activity_sessions set seen_at = greatest(seen_at, coalesce(
    (select least(app_now(), n.beat_at) from nodes n where n.node_id = old.node_id and not node_is_alive(n.beat_at)), app_now()))
  where id = old.activity_id;
  return null;
end
$$;
create trigger stream_sockets_end_session after delete on stream_sockets for each row
  when (old.activity_id is not null) execute function note_session_seen();

-- Ends the sessions that nobody holds any more, with their length. Returns how many.
create function end_activity_sessions(idle_s integer, idle_screen_s integer, how_many integer)
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
                     else '{}' end,
           b.who_kind, b.who_id, b.who_name, b.user_id, b.address, b.id
    from over o join activity b on b.id = o.id
    returning 1)
  select count(*)::integer from ended
$$;
