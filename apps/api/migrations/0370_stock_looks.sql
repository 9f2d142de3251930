-- When other phones were last looked for, and what the stock was like: while it stays so, rentals that found none are
-- not tried again at each sweep.
create table stock_looks (
  is_only boolean primary key default true check (is_only),
  mark text not null,
  looked_at timestamptz not null
);
