-- Where a customer has signed in from, as /24 or /64: guessing from many networks at once is stopped for all
-- networks but these. Goes with the token's row, 30 days after it has expired.
alter table access_tokens add column subnet text check (length(subnet) <= 64);
