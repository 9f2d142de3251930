-- What an accountant wants to see on a receipt: who bought, and with which card.
create table billing_details (
  user_id uuid primary key references users on delete cascade,
  company text not null default '' check (length(company) <= 100),
  address text not null default '' check (length(address) <= 300),
  tax_id text not null default '' check (length(tax_id) <= 40),
  updated_at timestamptz not null default app_now()
);

-- The details as they were when the order was paid: a receipt stays as it is when the customer moves.
create table order_billing (
  order_id uuid primary key references orders on delete cascade,
  company text not null,
  address text not null,
  tax_id text not null
);

-- As the payment provider names the card; null for other ways to pay, and for payments from before.
alter table payments
  add column card_brand text check (length(card_brand) between 1 and 32),
  add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
