-- How many actions a minute a key or a connected program may do by calls, on all its phones together, if somebody has limited it.
alter table credentials add column actions_a_minute smallint check (actions_a_minute between 1 and 300);
