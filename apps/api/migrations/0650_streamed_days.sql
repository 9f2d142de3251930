-- For how long the picture of a rented phone was watched on a day (UTC), by at least one window. Nodes add what they saw each
-- half minute; `counted_until` keeps two nodes that show the same phone from counting the same time twice.
create table streamed_days (
  assignment_id uuid not null references assignments on delete cascade,
  day date not null,
  streamed_ms integer not null check (streamed_ms between 0 and 86400000),
  counted_until timestamptz not null,
  primary key (assignment_id, day)
);
