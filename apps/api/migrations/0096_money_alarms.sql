-- What goes wrong with money is an alarm as well. Such an alarm is about an order, an event, a dispute, a check of
-- the audit or the provider itself: `subject` says which, so that each is open once.
alter table alarms
  add column order_id uuid references orders,
  add column subject text check (length(subject) between 1 and 255);
alter table alarms
  drop constraint alarms_kind_check,
  drop constraint alarms_check;
alter table alarms
  add constraint alarms_kind_check check (kind in ('host_gone', 'phone_offline', 'cleaning_failed', 'battery_hot',
    'host_lied', 'provider_silent', 'webhook_stuck', 'order_undelivered', 'audit_broken', 'disputed')),
  add constraint alarms_are_about_something check (num_nonnulls(host_id, device_id, subject) > 0);
drop index alarms_open;
create unique index alarms_open on alarms (kind, coalesce(device_id::text, host_id::text, subject))
  where ended_at is null;
create index alarms_subject on alarms (kind, subject) where subject is not null;

-- Since when the payment provider does not answer; no row while it does.
create table provider_trouble (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null default app_now(),
  detail text not null check (length(detail) <= 300)
);

-- What the last audit found broken, and since when; a promise that holds again has no row.
create table audit_findings (
  check_id text primary key check (length(check_id) <= 64),
  promise text not null check (length(promise) <= 300),
  breaches integer not null check (breaches > 0),
  found_at timestamptz not null default app_now(),
  seen_at timestamptz not null default app_now()
);

-- Looked at every few seconds.
create index payment_events_waiting on payment_events (received_at) where applied_at is null;
create index orders_paid on orders (paid_at) where state = 'paid';
