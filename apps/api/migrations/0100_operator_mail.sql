-- Where a colleague is written to when something goes wrong (decision 025); nobody signs in with it.
alter table operators add column email text check (length(email) between 3 and 255);
-- Where an operator has signed in from, as /24 or /56: guessing from many networks at once is stopped for all
-- networks but these.
alter table operator_sessions add column subnet text check (length(subnet) <= 64);
create index operator_sessions_subnet on operator_sessions (operator_id, subnet);
