-- A socket of /ws/webhooks that was lost is opened again and goes on where it stopped: messages are kept for five minutes
-- behind the last sign of life of a listener.
alter table webhook_listeners
  add column created_at timestamptz not null default app_now(),
  -- Its socket has closed. The row stays, so that its program can come back.
  add column left_at timestamptz;
alter table webhook_tickets
  -- The last message that its holder has heard.
  add column after_id text check (after_id ~ '^msg_[0-9a-f]{32}$');

create function is_listened_to(a_workspace uuid) returns boolean language sql stable as $$
  select exists (select 1 from webhook_listeners l
    where l.workspace_id = a_workspace and l.seen_at > app_now() - interval '5 minutes')
$$;

-- As in 0640, for listeners of the last five minutes.
create or replace function announce(a_workspace uuid, a_device uuid, a_type text, a_data jsonb, a_once text default null)
returns void language plpgsql as $$
declare
  hearers uuid[];
  new_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  select array_agg(e.id) into hearers from webhook_endpoints e
  where e.workspace_id = a_workspace and e.disabled_at is null and a_type = any(e.events)
    and may_hear(e.workspace_id, e.user_id, e.credential_id, a_device);
  if hearers is null and not is_listened_to(a_workspace) then
    return;
  end if;
  insert into webhook_messages (id, workspace_id, device_id, type, body, once_key)
  values (new_id, a_workspace, a_device, a_type, json_build_object(
    'type', a_type, 'timestamp', iso_text(app_now()), 'data', a_data)::text, a_once)
  on conflict (workspace_id, once_key) where once_key is not null do nothing;
  if not found then return; end if;
  with made as (
    insert into webhook_deliveries (message_id, endpoint_id, next_attempt_at)
    select new_id, each, app_now() from unnest(hearers) as each returning id, endpoint_id)
  select null from made join webhook_endpoints e on e.id = made.endpoint_id,
    lateral enqueue_webhook(made.id, made.endpoint_id, e.failing_since is not null, interval '0') into hearers;
  perform pg_notify('pocketfleet', json_build_object('topic', 'webhook_announced',
    'payload', json_build_object('workspace_id', a_workspace))::text);
end
$$;
