-- Statement by statement, without a transaction.
-- Bought rentals whose phone can't be used are looked for every few seconds.
drop index concurrently if exists assignments_unusable;
create index concurrently assignments_unusable on assignments (unusable_since)
  where state = 'active' and unusable_since is not null;
-- The same index as `payment_events_open`.
drop index concurrently if exists payment_events_waiting;
