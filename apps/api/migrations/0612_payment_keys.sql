-- The header Idempotency-Key of calls that open a payment: the same key is the same order, whatever became of it.
create table payment_keys (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) between 1 and 255),
  workspace_id uuid not null references workspaces on delete cascade,
  -- Of the call and its body.
  fingerprint bytea not null check (length(fingerprint) = 32),
  -- Null until the order is placed.
  order_id uuid references orders on delete cascade,
  created_at timestamptz not null default app_now(),
  primary key (user_id, key)
);
create index payment_keys_order on payment_keys (order_id) where order_id is not null;
create index payment_keys_age on payment_keys (created_at);
