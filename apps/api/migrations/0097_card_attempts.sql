-- Ten attempts are the limit of cards; what our team records by hand is never refused for the attempts before it.
alter table payments drop constraint payments_attempt_check;
alter table payments add constraint payments_attempt_check
  check (attempt >= 1 and (method <> 'card' or attempt <= 10)) not valid;
alter table payments validate constraint payments_attempt_check;

-- When the trouble was last met: a node that has died takes back nothing.
alter table provider_trouble add column seen_at timestamptz not null default app_now();
