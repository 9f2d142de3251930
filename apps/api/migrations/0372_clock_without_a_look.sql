-- The time, as PostgreSQL puts it into the statement that asks for it. Until now each call looked whether a test had
-- moved the clock; now tests put a function of their own in its place.
create or replace function app_now() returns timestamptz language sql volatile as $$
  select clock_timestamp()
$$;
