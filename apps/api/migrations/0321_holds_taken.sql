-- Each time that phones were held for a customer's order: holds themselves are deleted when they end, and what was held
-- without being paid for is limited. Quotes of our team are not in here.
create table holds_taken (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  user_id uuid not null references users on delete cascade,
  taken_at timestamptz not null default app_now(),
  -- Null while the hold is open, and for good when it was paid.
  ended_at timestamptz check (ended_at >= taken_at)
);
create index holds_taken_user on holds_taken (user_id, taken_at);
create index holds_taken_open on holds_taken (order_id) where ended_at is null;
