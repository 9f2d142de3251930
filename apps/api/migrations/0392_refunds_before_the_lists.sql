-- A refund in the provider's dashboard ends its rental since the provider's lists are read (0330). Before, it was the way
-- to give money back and leave the phones, so a refund from before is booked and raises an alarm, and nothing ends.
-- 0330 read 30 days back from its own time, which is the time that counts.
alter table provider_lists add column follows_since timestamptz not null default app_now();
update provider_lists set follows_since = began_at + interval '30 days';
