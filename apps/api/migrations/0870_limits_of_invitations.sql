-- What somebody who is invited may spend in a month once they have joined. Null: no limit of their own, as for members. Open
-- invitations were made without one.
alter table invitations add column monthly_limit_cents integer
  check (monthly_limit_cents between 0 and 100000000);
