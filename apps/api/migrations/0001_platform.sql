-- What every feature stands on: exclusion constraints over uuid and range, the one clock, and limits that
-- count over all API nodes.
create extension if not exists btree_gist;

-- The time. An offset exists only where tests have made the schema `test`; products never have it.
create function app_now() returns timestamptz language plpgsql volatile as $$
declare
  shift interval;
begin
  if to_regclass('test.clock') is null then
    return clock_timestamp();
  end if;
  execute 'select shift from test.clock limit 1' into shift;
  return clock_timestamp() + coalesce(shift, interval '0');
end
$$;

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := app_now();
  return new;
end
$$;

-- A counted action in a window of time, for example sign-ins of one account from one subnet.
create table limit_windows (
  key text primary key check (length(key) <= 200),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  used integer not null check (used > 0)
);
create index limit_windows_ends_at on limit_windows (ends_at);
