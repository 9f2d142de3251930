-- A bank decides a dispute after weeks: what it decided, and when to ask although no webhook came. Null once decided.
alter table disputes
  add column state text not null default 'open' check (state in ('open', 'won', 'lost')),
  add column closed_at timestamptz,
  add column read_at timestamptz default app_now(),
  add constraint disputes_are_closed_once_decided check ((state = 'open') = (closed_at is null));
create index disputes_to_read on disputes (read_at) where read_at is not null;
create index disputes_payment on disputes (payment_id);

alter table alarms drop constraint alarms_kind_check;
alter table alarms add constraint alarms_kind_check check (kind in ('host_gone', 'phone_offline', 'cleaning_failed',
  'battery_hot', 'host_lied', 'provider_silent', 'webhook_stuck', 'order_undelivered', 'audit_broken', 'disputed',
  'dispute_lost'));
