-- API nodes as one fleet. A node's row, renewed each second, is the one sign that it lives: for its jobs, its open
-- sockets, its links, and for who does what only one node must do. Liveness goes by the server's own clock: it has
-- nothing to do with the time of rentals. The tables of nodes and of messages are unlogged: after a crash of
-- PostgreSQL every node writes its row again within a second.
-- `stream_nodes` and `job_pools` are read by nodes of the version before, which go on serving during an upgrade; a
-- later migration drops them.
create unlogged table nodes (
  node_id text primary key check (length(node_id) between 1 and 100),
  -- Where hosts dial this node. A node that starts at the address of another one takes its place.
  url text not null check (length(url) <= 2000),
  -- The ids under which its workers lock jobs.
  job_pools text[] not null default '{}' check (cardinality(job_pools) <= 100),
  started_at timestamptz not null default clock_timestamp(),
  beat_at timestamptz not null default clock_timestamp()
);

-- A beat of the future is one from before the server's clock was set back.
create function node_is_alive(beat_at timestamptz) returns boolean language sql volatile as $$
  select beat_at - clock_timestamp() between interval '-6 seconds' and interval '6 seconds'
$$;

-- Messages for hosts whose link another node holds. NOTIFY tells that node only that something waits.
create unlogged table host_messages (
  id bigint generated always as identity primary key,
  node_id text not null,
  host_id uuid not null,
  -- Sent on as it is, so it is not taken apart here.
  message json not null,
  created_at timestamptz not null default clock_timestamp()
);
create index host_messages_node on host_messages (node_id, id);

-- A link has an identity of its own: the end of an old one, noted late, says nothing of the link that follows it.
alter table hosts add column link_id uuid;

-- The one place that says how long a host is believed after its link was last seen alive (8 seconds).
create function link_is_alive(link_beat_at timestamptz, at timestamptz) returns boolean language sql immutable as $$
  select coalesce(link_beat_at > at - interval '8 seconds', false)
$$;
create or replace function device_is_online(
  host_revoked_at timestamptz, runner_state text, link_beat_at timestamptz, at timestamptz
) returns boolean language sql immutable as $$
  select host_revoked_at is null and coalesce(runner_state in ('ready', 'streaming'), false)
         and link_is_alive(link_beat_at, at)
$$;
