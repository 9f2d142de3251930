-- Orders whose payment is confirmed by mail together with the news that their phones are ready, or at `due_at` without it. A row
-- is deleted in the transaction that queues the mail.
create table order_confirmations (
  order_id uuid primary key references orders on delete cascade,
  due_at timestamptz not null
);
