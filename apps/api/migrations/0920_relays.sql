-- The relays that are programs of their own. A row lives as a node's does: the node of the relay's link renews it each second
-- with the server's clock. Unlogged: after a crash of PostgreSQL each node writes the rows of its links again.
create unlogged table relays (
  relay_id uuid primary key,
  -- A newer link of the same relay takes the row over; what an older one still writes changes nothing.
  link_id uuid not null,
  node_id text not null check (length(node_id) between 1 and 100),
  -- Where viewers, and hosts, reach it.
  public_url text not null check (length(public_url) <= 500),
  agents_url text not null check (length(agents_url) <= 500),
  -- No viewer is sent to it any more.
  is_draining boolean not null default false,
  beat_at timestamptz not null default clock_timestamp()
);
