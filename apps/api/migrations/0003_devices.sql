-- Hosts with their keys, the codes they enrol with, and the devices on them. Presence is written by the node
-- that holds the host's link and is believed only while that node keeps renewing `link_beat_at`: a node that
-- dies leaves its devices offline by itself (spec-decisions 33: within 10 seconds).
create table hosts (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  -- Ed25519, SPKI DER.
  public_key bytea not null unique check (length(public_key) <= 1024),
  agent_version text not null default '' check (length(agent_version) <= 32),
  revoked_at timestamptz,
  link_node_id text,
  link_beat_at timestamptz,
  created_at timestamptz not null default app_now()
);

create table enrolment_codes (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique check (length(code_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz,
  host_id uuid references hosts
);

create table devices (
  id uuid primary key default gen_random_uuid(),
  identity text not null unique check (identity ~ '^[0-9a-f]{64}$'),
  host_id uuid not null references hosts,
  serial text not null check (length(serial) <= 128),
  tag text not null unique check (length(tag) between 1 and 32),
  model text not null check (length(model) <= 100),
  manufacturer text not null default '' check (length(manufacturer) <= 100),
  android_version text check (length(android_version) <= 32),
  api_level integer,
  screen_width integer check (screen_width > 0),
  screen_height integer check (screen_height > 0),
  state text not null default 'ready' check (state in ('ready', 'cleaning', 'quarantined', 'retired')),
  runner_state text not null default 'absent' check (runner_state in
    ('absent', 'unauthorized', 'preparing', 'ready', 'streaming', 'cleaning', 'quarantined')),
  runner_reason text not null default '' check (length(runner_reason) <= 500),
  battery_level integer check (battery_level between 0 and 100),
  battery_temperature_tenths integer,
  charging boolean,
  storage_free_bytes bigint,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index devices_host on devices (host_id);
create trigger devices_updated before update on devices for each row execute function set_updated_at();

-- What customers see of a device's presence. The only place that decides `online`.
create view device_presence as
select d.id as device_id,
       case when h.revoked_at is null and d.runner_state in ('ready', 'streaming')
                 and h.link_beat_at > app_now() - interval '8 seconds'
            then 'online' else 'offline' end as connection_state
from devices d join hosts h on h.id = d.host_id;
