-- A refund to a card may fail days after it had succeeded. It is read once a day for 30 days, so that this is found
-- without a webhook; refunds of the last 30 days are spread over the first day.
update refunds set read_at = app_now() + random() * interval '1 day'
where state = 'succeeded' and provider_id is not null and created_at > app_now() - interval '30 days';
