-- How many hours a day (UTC) a key or a connected program may be used, if somebody has limited it. Each minute counts in which
-- it called, or had a line to a phone open.
alter table credentials add column hours_a_day smallint check (hours_a_day between 1 and 24);
create table used_minutes (
  -- The family of keys, which stays the same after a rotation, or the connection.
  subject uuid not null,
  day date not null,
  minutes integer not null check (minutes between 1 and 1500),
  last_minute timestamptz not null,
  primary key (subject, day)
);
create index used_minutes_day on used_minutes (day);

-- Returns how many minutes of today are used, this one included. Only the first call of a minute writes: the others would wait
-- for each other.
create function count_used_minute(a_subject uuid) returns integer language plpgsql volatile as $$
declare
  this_minute constant timestamptz := date_trunc('minute', app_now());
  today constant date := (this_minute at time zone 'UTC')::date;
  used integer;
begin
  select u.minutes into used from used_minutes u
  where u.subject = a_subject and u.day = today and u.last_minute >= this_minute;
  if found then
    return used;
  end if;
  insert into used_minutes as u (subject, day, minutes, last_minute) values (a_subject, today, 1, this_minute)
  on conflict (subject, day) do update set
    minutes = u.minutes + (u.last_minute < excluded.last_minute)::integer,
    last_minute = greatest(u.last_minute, excluded.last_minute)
  returning u.minutes into used;
  return used;
end
$$;
