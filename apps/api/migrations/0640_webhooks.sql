-- Webhooks: addresses of customers that are told what happens to their rentals. An event, its deliveries and their jobs are
-- written by triggers in the transaction that makes the event true (decision 150).
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  -- It tells no more than this member, or their key, may hear.
  user_id uuid not null references users on delete cascade,
  -- The key or connected program that made it, with which it ends. Null: a person made it.
  credential_id uuid references credentials on delete cascade,
  url text not null check (length(url) between 8 and 2000),
  events text[] not null check (cardinality(events) between 1 and 100),
  -- Sealed with keys that are not in the database.
  secret bytea not null check (length(secret) between 24 and 200),
  old_secret bytea check (length(old_secret) between 24 and 200),
  old_secret_ends_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- Since when no delivery has succeeded; null: the last one did, or there was none.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by_hand', 'failing', 'gone')),
  check ((old_secret is null) = (old_secret_ends_at is null)),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhook_endpoints_workspace on webhook_endpoints (workspace_id, created_at);
create index webhook_endpoints_user on webhook_endpoints (user_id);
create index webhook_endpoints_credential on webhook_endpoints (credential_id) where credential_id is not null;

create table webhook_messages (
  -- Also the receiver's key against doing things twice: the same in every attempt.
  id text primary key check (id ~ '^msg_[0-9a-f]{32}$'),
  seq bigint not null generated always as identity,
  workspace_id uuid not null references workspaces on delete cascade,
  -- No foreign key: what happened to a phone is told even if its row has gone.
  device_id uuid,
  type text not null check (type ~ '^[a-z]+(\.[a-z_]+)+$'),
  -- Exactly the bytes that are sent and signed.
  body text not null check (octet_length(body) < 20000),
  -- What may be told once only, such as a reminder.
  once_key text check (length(once_key) <= 200),
  -- An example, for one endpoint alone.
  is_test boolean not null default false,
  created_at timestamptz not null default app_now()
);
create unique index webhook_messages_once on webhook_messages (workspace_id, once_key) where once_key is not null;
create index webhook_messages_of_workspace on webhook_messages (workspace_id, seq);
create index webhook_messages_age on webhook_messages (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  seq bigint not null generated always as identity,
  message_id text not null references webhook_messages on delete cascade,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Of this round: sending again begins a new one.
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  unique (message_id, endpoint_id),
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, seq desc);
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, seq) where state = 'pending';

create table webhook_attempts (
  id bigint primary key generated always as identity,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  at timestamptz not null default app_now(),
  -- Null: there was no answer.
  status integer check (status between 100 and 999),
  duration_ms integer not null check (duration_ms >= 0),
  -- The beginning of the answer, as text.
  answer text not null default '' check (length(answer) <= 1024),
  error text not null default '' check (length(error) <= 300)
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);

-- Open sockets of `pocketfleet webhooks listen`: while there is one, messages are kept for it.
create table webhook_listeners (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  credential_id uuid not null references credentials on delete cascade,
  seen_at timestamptz not null default app_now()
);
create index webhook_listeners_workspace on webhook_listeners (workspace_id);
create table webhook_tickets (
  ticket_hash bytea primary key,
  credential_id uuid not null references credentials on delete cascade,
  workspace_id uuid not null references workspaces on delete cascade,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);

-- Whether each tenant's phone was online when it was last looked at.
create table webhook_presence (
  assignment_id uuid primary key references assignments on delete cascade,
  is_online boolean not null,
  since timestamptz not null default app_now()
);

-- As `isAllowed` in access/policy.sql.ts, for the permission `webhooks`, in SQL because triggers ask it. Something that is
-- about no phone is told only to those who have all phones. `a_credential` is null for what a person made. `of_any_phone` is
-- for what was judged before its grants ended with the rental.
create function may_hear(a_workspace uuid, a_user uuid, a_credential uuid, a_device uuid, of_any_phone boolean default false)
returns boolean
language sql stable as $$
  select exists (
    select 1 from workspace_members m
      join workspaces w on w.id = m.workspace_id and w.deleted_at is null
      join roles r on r.name = m.role and 'webhooks' = any(r.permissions)
      join users u on u.id = m.user_id and u.suspended_at is null
    where m.workspace_id = a_workspace and m.user_id = a_user
      and (of_any_phone or m.has_all_phones or exists (select 1 from grants g where g.workspace_id = a_workspace
             and g.user_id = a_user and g.device_id = a_device)))
  and (a_credential is null or exists (
    select 1 from credentials k
    where k.id = a_credential and k.revoked_at is null and k.expires_at > app_now()
      and (k.kind = 'session' or (k.workspace_id = a_workspace and 'webhooks' = any(k.permissions)
        and (of_any_phone or k.has_all_phones or exists (select 1 from grants g where g.credential_id = k.id
               and g.device_id = a_device))))))
$$;

create function iso_text(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- An endpoint that fails gets its deliveries by workers of their own, so that it delays nobody. Deliveries of one endpoint
-- run one after the other.
create function enqueue_webhook(a_delivery uuid, an_endpoint uuid, is_failing boolean, delay interval) returns void
language sql as $$
  select graphile_worker.add_job(
    case when is_failing then 'deliver_webhook_slowly' else 'deliver_webhook' end,
    payload := json_build_object('delivery_id', a_delivery),
    queue_name := 'webhook:' || an_endpoint,
    run_at := clock_timestamp() + delay,
    max_attempts := 12,
    job_key := 'webhook:' || a_delivery)
$$;

-- Stores an event for the endpoints and listeners of a workspace that want to hear it; does nothing where there are none.
create function announce(a_workspace uuid, a_device uuid, a_type text, a_data jsonb, a_once text default null)
returns void language plpgsql as $$
declare
  hearers uuid[];
  new_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
begin
  select array_agg(e.id) into hearers from webhook_endpoints e
  where e.workspace_id = a_workspace and e.disabled_at is null and a_type = any(e.events)
    and may_hear(e.workspace_id, e.user_id, e.credential_id, a_device);
  if hearers is null and not exists (
    select 1 from webhook_listeners l
    where l.workspace_id = a_workspace and l.seen_at > app_now() - interval '1 minute') then
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
