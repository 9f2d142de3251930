-- For how long the first key of a rotated one was made: a rotation by the key itself keeps its end, and so makes a key that
-- lasts shorter. Null: the key is the first one, or was rotated before this migration, and lasts from its making to its end.
alter table credentials add column lasts interval;
