-- A refund that was made at the payment provider and not by us is a refund like each other one: its cause is the
-- provider's own id. Money that went back that way can't go back again: what we had not sent yet of the same money is
-- made smaller, or closed by it.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in
  ('no_phones', 'order_cancelled', 'paid_twice', 'not_started', 'phone_failed', 'operator', 'at_provider'));
alter table refunds
  add column covered_by text check (length(covered_by) <= 255),
  add column reduced_from integer check (reduced_from > amount),
  add constraint refunds_covered_were_not_sent
    check (covered_by is null or (state = 'failed' and provider_id is null)),
  -- A dispute or a refund at the provider was faster: as one that failed and needs nobody.
  add column is_closed boolean not null generated always as (closed_by is not null or covered_by is not null) stored;
create index refunds_at_provider on refunds (payment_id) where reason = 'at_provider';

create or replace function told_refund_state(refund refunds) returns text language sql stable as $$
  select case
    when refund.is_closed then 'closed'
    when refund.state = 'requested' and refund.provider_id is null and exists (
      select 1 from disputes d
      where d.payment_id = refund.payment_id and d.state = 'open' and not d.is_refundable) then 'waiting'
    else refund.state end
$$;

-- Why a rental ended whose money went back at the provider.
alter table assignments drop constraint assignments_end_reason_check;
alter table assignments add constraint assignments_end_reason_check check (end_reason in
  ('due', 'handed_back', 'replaced', 'not_started', 'phone_failed', 'revoked', 'refunded'));

-- What the provider's own lists say that it has moved. Our books are compared with it (decision 050).
create table provider_movements (
  id text primary key check (length(id) between 1 and 255),
  kind text not null check (kind in ('charge', 'refund', 'dispute')),
  intent_id text check (length(intent_id) <= 255),
  -- The order that a charge names, whether or not there is one.
  order_id uuid,
  amount integer not null check (amount > 0),
  status text not null check (length(status) <= 64),
  -- By the provider's clock.
  made_at timestamptz not null,
  seen_at timestamptz not null default app_now(),
  -- When our books had it, or it was found to be none of ours; null while it is to be looked at.
  settled_at timestamptz,
  tried_at timestamptz
);
create index provider_movements_open on provider_movements (tried_at) where settled_at is null;
create index provider_movements_intent on provider_movements (intent_id);
create index provider_movements_made on provider_movements (made_at);

-- How far each list was read. A restored database goes on from where its backup was.
create table provider_lists (
  kind text primary key check (kind in ('charge', 'refund', 'dispute')),
  -- Nothing older was ever read.
  began_at timestamptz not null,
  read_until timestamptz not null,
  next_read_at timestamptz not null,
  failing_since timestamptz,
  failure text check (length(failure) <= 300)
);
insert into provider_lists (kind, began_at, read_until, next_read_at)
select kind, app_now() - interval '30 days', app_now() - interval '30 days', app_now()
from unnest(array['charge', 'refund', 'dispute']) as kinds (kind);

-- Set by deploy/after-restore.sql: the lists are read before anybody is served.
create table restores (
  is_only boolean primary key default true check (is_only),
  restored_at timestamptz not null default app_now()
);

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in ('host_gone', 'phone_offline', 'cleaning_failed',
  'battery_hot', 'host_lied', 'provider_silent', 'webhook_stuck', 'webhook_set_aside', 'order_undelivered',
  'audit_broken', 'audit_unchecked', 'disputed', 'dispute_lost', 'refunded_elsewhere'));

-- The sent e-mail is part of what an idempotency key stands for, and customers may change theirs.
alter table payments
  add column receipt_email text check (length(receipt_email) <= 320),
  -- When the provider was last asked for this attempt's intent.
  add column asked_at timestamptz,
  -- When a customer who looks at the order last had it read.
  add column looked_at timestamptz;
