-- When things fail (spec-decisions 21), and what the customer has been told of his phones.
alter table assignments
  -- Why an assignment ended; a phone that was exchanged in use leaves its row behind as `replaced`.
  add column end_reason text check (end_reason in
    ('due', 'handed_back', 'replaced', 'not_started', 'phone_failed', 'revoked')),
  -- The bought time of a rental whose start found no phone: it begins later and keeps its length.
  add column planned_starts_at timestamptz,
  add column planned_expires_at timestamptz,
  -- Since when its phone can't be used without interruption.
  add column unusable_since timestamptz,
  -- What its customer knows by mail; the order's confirmation tells of phones that start at once.
  add column told text not null default 'confirmed' check (told in ('confirmed', 'ready', 'ended')),
  -- The last reminder before the present end that was sent, in hours before it.
  add column reminded_hours integer;
update assignments set end_reason = 'due' where state = 'ended';
update assignments set told = case when state = 'ended' then 'ended' else 'ready' end where state <> 'held';
alter table assignments add constraint assignments_ended_for_a_reason
  check (end_reason is null or state = 'ended');
alter table assignments add constraint assignments_planned_whole
  check ((planned_starts_at is null) = (planned_expires_at is null));
create index assignments_untold on assignments (told, state) where state <> 'held' and told <> 'ended';

-- One payment may be refunded in parts: each cause once.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check check (reason in
  ('no_phones', 'order_cancelled', 'paid_twice', 'not_started', 'phone_failed', 'operator'));
alter table refunds add column cause text check (length(cause) between 1 and 200);
update refunds set cause = 'payment' where reason <> 'operator';
alter table refunds add constraint refunds_have_a_cause check (reason = 'operator' or cause is not null);
drop index refunds_once;
create unique index refunds_once on refunds (payment_id, cause) where cause is not null;
