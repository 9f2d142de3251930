-- What is still to be done is counted every few seconds, for ever: it must not cost more as what is done grows.
create index mails_queued on mails (created_at) where state = 'queued';
create index mails_failed on mails (done_at) where state = 'failed';
create index payment_events_open on payment_events (received_at) where applied_at is null;
create index payments_mismatched on payments (created_at) where is_mismatched;
create index refunds_open on refunds (created_at) where state <> 'succeeded';
