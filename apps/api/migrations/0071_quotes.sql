-- Sales requests are answered with a quote; what is paid by bank transfer or cryptocurrency is recorded by
-- hand, with its reference, which counts once (spec-decisions 13).
create table order_quotes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  amount integer not null check (amount > 0),
  note text not null default '' check (length(note) <= 2000),
  valid_until timestamptz not null,
  operator_id uuid not null references operators,
  created_at timestamptz not null default app_now()
);
create index order_quotes_order on order_quotes (order_id, created_at desc);

alter table payments
  add column method text not null default 'card' check (method in ('card', 'bank_transfer', 'cryptocurrency')),
  add column reference text check (length(reference) between 3 and 200),
  add column recorded_by uuid references operators,
  add constraint payments_by_hand_have_a_reference
    check ((method = 'card') = (reference is null) and (method = 'card') = (recorded_by is null)),
  add constraint payments_by_hand_have_no_intent check (method = 'card' or intent_id is null);
create unique index payments_reference on payments (method, lower(reference)) where reference is not null;

alter table refunds
  add column reference text check (length(reference) between 1 and 200),
  add column operator_id uuid references operators;

-- Money that did not come through the payment provider.
alter table ledger drop constraint ledger_debit_check, drop constraint ledger_check;
alter table ledger
  add constraint ledger_debit_check check (debit in ('provider', 'bank', 'revenue')),
  add constraint ledger_check check (credit in ('provider', 'bank', 'revenue') and credit <> debit);
