-- What is open on which API node, so that limits hold over all of them. A row counts only while its node beats:
-- what a node that was killed has left behind ends with its beat.
create table stream_nodes (
  node_id text primary key,
  beat_at timestamptz not null
);

create table stream_sockets (
  id uuid primary key default gen_random_uuid(),
  node_id text not null,
  user_id uuid not null references users on delete cascade,
  device_id uuid not null references devices,
  assignment_id uuid not null references assignments on delete cascade,
  session_id uuid not null,
  opened_at timestamptz not null default app_now()
);
create index stream_sockets_user on stream_sockets (user_id);
create index stream_sockets_assignment on stream_sockets (assignment_id);
create index stream_sockets_node on stream_sockets (node_id);

-- Bytes of files that were moved for a phone on a day (UTC).
create table transfer_days (
  device_id uuid not null references devices on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (device_id, day)
);
