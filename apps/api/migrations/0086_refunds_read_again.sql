-- Banks may take days over a refund, and may send it back: one that is under way is read again.
alter table refunds add column read_at timestamptz;
update refunds set read_at = app_now() where state = 'pending';
create index refunds_to_read on refunds (read_at) where read_at is not null;
