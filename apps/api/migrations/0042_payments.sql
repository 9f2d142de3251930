-- Money. A payment is one attempt to be paid for an order: one payment intent. Its idempotency key is stored
-- before the provider is called (spec-decisions 12); whatever the provider says later is read back from it.
create table payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  attempt integer not null check (attempt between 1 and 10),
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 255),
  amount integer not null check (amount > 0),
  currency text not null default 'usd' check (currency = 'usd'),
  intent_id text unique check (length(intent_id) <= 255),
  -- As last read from the provider; `none` when no intent was ever made.
  status text not null default 'unknown' check (length(status) <= 64),
  -- The provider's amount, currency or order is not ours: nothing is delivered, somebody must look.
  is_mismatched boolean not null default false,
  -- When to read the intent although no webhook came; null once nothing more can happen.
  read_at timestamptz,
  reads integer not null default 0,
  created_at timestamptz not null default app_now(),
  unique (order_id, attempt)
);
create index payments_to_read on payments (read_at) where read_at is not null;

-- Each event has its effect once: its id is stored before it is acted on, with the job that will.
create table payment_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 100),
  intent_id text check (length(intent_id) <= 255),
  dispute jsonb,
  received_at timestamptz not null default app_now(),
  applied_at timestamptz
);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments,
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('no_phones', 'order_cancelled', 'paid_twice', 'operator')),
  state text not null default 'requested' check (state in ('requested', 'pending', 'succeeded', 'failed')),
  provider_id text unique check (length(provider_id) <= 255),
  created_at timestamptz not null default app_now(),
  done_at timestamptz
);
create index refunds_payment on refunds (payment_id);
-- What we refund by ourselves, we refund once.
create unique index refunds_once on refunds (payment_id) where reason <> 'operator';

-- Never more back than was charged, whoever asks and however many at once.
create function refuse_refund_above_payment() returns trigger language plpgsql as $$
declare
  charged integer;
  refunded integer;
begin
  select amount into charged from payments where id = new.payment_id for update;
  select coalesce(sum(amount), 0) into refunded from refunds where payment_id = new.payment_id and state <> 'failed';
  if refunded > charged then
    raise exception 'refunds of payment % would exceed what was charged', new.payment_id
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger refunds_within_payment after insert or update on refunds
  for each row execute function refuse_refund_above_payment();

create table disputes (
  id text primary key check (length(id) <= 255),
  payment_id uuid not null references payments,
  amount integer not null check (amount > 0),
  reason text not null check (length(reason) <= 100),
  created_at timestamptz not null default app_now()
);

-- Double entry: each row moves cents from one account to the other. Rows are added, never changed; balances
-- are sums. `source` names what happened, so that it is written once.
create table ledger (
  id bigint generated always as identity primary key,
  source text not null unique check (length(source) between 1 and 300),
  order_id uuid not null references orders,
  debit text not null check (debit in ('provider', 'revenue')),
  credit text not null check (credit in ('provider', 'revenue') and credit <> debit),
  amount integer not null check (amount > 0),
  created_at timestamptz not null default app_now()
);
create index ledger_order on ledger (order_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_is_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();
