-- Questions between nodes, and their answers (decision 195). What is too large for NOTIFY waits here for at most a minute;
-- unlogged, as `nodes`.
create unlogged table node_messages (
  id uuid primary key,
  node_id text not null,
  -- Sent on as it is, so it is not taken apart here.
  body json not null,
  created_at timestamptz not null default clock_timestamp()
);
create index node_messages_node on node_messages (node_id, created_at);

-- Nodes of the version before answer no questions: during an upgrade they get `host_messages` as before.
alter table nodes add column answers boolean not null default false;
