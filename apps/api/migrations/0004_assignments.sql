-- Holds and assignments in one table, so that the database itself refuses a double booking (spec-decisions
-- 15): `starts_at` and `expires_at` are the tenant's time, `occupied` adds the turnover buffer and is what
-- the exclusion constraint sees. An order is a customer's wish and its commercial state; money in cents.
create sequence order_numbers start 1001;

create table orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'PF-' || nextval('order_numbers'),
  user_id uuid not null references users,
  state text not null check (state in
    ('requested', 'quoted', 'awaiting_payment', 'paid', 'cancelled', 'expired', 'lost')),
  phone_count integer not null check (phone_count between 1 and 50),
  start_date timestamptz not null,
  end_date timestamptz not null check (end_date > start_date),
  period text not null check (period in ('day', 'week', 'month')),
  number_of_periods integer not null check (number_of_periods between 1 and 12),
  currency text not null default 'usd' check (currency = 'usd'),
  amount integer not null check (amount >= 0),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index orders_user on orders (user_id, created_at desc);
create trigger orders_updated before update on orders for each row execute function set_updated_at();

create table assignments (
  id uuid primary key default gen_random_uuid(),
  device_id uuid not null references devices,
  user_id uuid not null references users,
  order_id uuid references orders,
  state text not null check (state in ('held', 'scheduled', 'active', 'ended')),
  starts_at timestamptz not null,
  expires_at timestamptz check (expires_at > starts_at),
  turnover_buffer interval not null default '60 minutes' check (turnover_buffer >= '0'),
  occupied tstzrange not null,
  hold_expires_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default app_now(),
  check ((state = 'held') = (hold_expires_at is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  constraint assignments_never_overlap exclude using gist (device_id with =, occupied with &&)
    where (state in ('held', 'scheduled', 'active'))
);
create index assignments_user on assignments (user_id, starts_at desc);
create index assignments_due on assignments (state, starts_at, expires_at) where state in ('scheduled', 'active');

-- `occupied` is derived, never written by hand. A generated column can't add an interval to an instant
-- (that depends on the session's zone), so a trigger does, in UTC.
create function set_occupied() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  new.occupied := tstzrange(new.starts_at, new.expires_at + new.turnover_buffer, '[)');
  return new;
end
$$;
create trigger assignments_occupied before insert or update on assignments
  for each row execute function set_occupied();
