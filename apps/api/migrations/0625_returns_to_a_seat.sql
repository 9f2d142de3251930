-- Since which generation the same principal has the seat, also if they gave it back in between and nobody else came: only who
-- lost the phone to somebody is told that somebody else had it. The columns hold for `own_generation` alone: where it is not the
-- row's generation, a node of the version before has changed the seat since, and nothing is known.
alter table device_seats
  add column own_since bigint,
  add column own_generation bigint,
  -- Who gave it back. Null while somebody has it.
  add column given_by uuid;
