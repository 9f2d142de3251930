-- The buyer as they were named when the order was paid: a receipt stays as it is when they change name or email address.
-- Null for orders that were paid before.
alter table order_billing
  add column first_name text,
  add column last_name text,
  add column username text,
  add column email text;
alter table order_billing add constraint order_billing_buyer_whole
  check (num_nulls(first_name, last_name, username, email) in (0, 4)) not valid;
