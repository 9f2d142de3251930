-- Budgets of teams and their members, in a calendar month (UTC).
alter table workspaces add column monthly_limit_cents integer check (monthly_limit_cents >= 0);
alter table workspaces add constraint workspaces_only_teams_have_a_limit
  check (personal_user_id is null or monthly_limit_cents is null) not valid;
-- The member who opens the payment of an order that somebody else has placed: it counts for them. Null: for its buyer.
alter table orders add column payer_id uuid;
