-- An order that awaits payment holds named phones: rows of `assignments` in state held, beside the rentals.
alter table orders
  -- The start as it was asked for: a start that was not after now has become now (spec-decisions 11).
  add column requested_start timestamptz,
  add column hold_extended_at timestamptz,
  add column paid_at timestamptz;

-- Sales requests that were sent with the same key are one request.
create table order_requests (
  user_id uuid not null references users,
  idempotency_key text not null check (length(idempotency_key) between 1 and 255),
  -- SHA-256 of the selection: the same key with another selection is refused.
  fingerprint bytea not null check (length(fingerprint) = 32),
  order_id uuid not null unique references orders,
  created_at timestamptz not null default app_now(),
  primary key (user_id, idempotency_key)
);
