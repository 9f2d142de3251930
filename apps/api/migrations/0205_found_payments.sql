-- An intent that carries an order of ours although no attempt of it has that intent: an answer was lost, or it was made
-- twice. What is paid with it is that order's money all the same. Such a payment is no attempt of ours and is numbered
-- beyond them, so that it takes no attempt away.
alter table payments add column is_found boolean not null default false;
alter table payments drop constraint payments_attempt_check;
alter table payments add constraint payments_attempt_check
  check (attempt >= 1 and (method <> 'card' or attempt <= 10 or is_found)) not valid;
alter table payments validate constraint payments_attempt_check;

-- The order that an event's object names: the audit looks for money that has no payment. An event is only a hint, so
-- there need not be such an order. One that could not be applied again and again is set aside with what was wrong.
alter table payment_events
  add column order_id uuid,
  add column set_aside_at timestamptz,
  add column trouble text check (length(trouble) <= 300),
  add constraint payment_events_set_aside_are_unapplied check (set_aside_at is null or applied_at is null);
create index payment_events_order on payment_events (order_id) where order_id is not null;

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in ('host_gone', 'phone_offline', 'cleaning_failed',
  'battery_hot', 'host_lied', 'provider_silent', 'webhook_stuck', 'webhook_set_aside', 'order_undelivered',
  'audit_broken', 'disputed', 'dispute_lost'));
