-- A quote may reserve its phones: they stay held for the unpaid order until `reserved_until`. While its customer pays,
-- `hold_expires_at` is the end of the time to pay; if nobody pays, the hold goes on until the reservation's own end.
alter table assignments add column reserved_until timestamptz;
-- A reservation lasts 14 days at most, and ends when the rental begins. The minute is for the time between the check of
-- the request and the row.
alter table assignments add constraint assignments_reserved_is_a_short_hold check (
  reserved_until is null
  or (state = 'held' and reserved_until <= starts_at and reserved_until <= created_at + interval '336 hours 1 minute')
) not valid;

-- The customer's own words, for our sales team.
alter table order_requests add column note text not null default '';
alter table order_requests add constraint order_requests_note_length check (length(note) <= 2000) not valid;

-- When the customer asked for other dates at the price of this quote. A newer quote answers it.
alter table order_quotes add column new_dates_asked_at timestamptz;
