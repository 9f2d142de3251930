-- Statement by statement, without a transaction.
drop index concurrently if exists orders_of_keys;
create index concurrently orders_of_keys on orders (spent_by) where spent_by is not null;
drop index concurrently if exists credentials_rotated;
create index concurrently credentials_rotated on credentials (rotated_to) where rotated_to is not null;
drop index concurrently if exists credentials_key_ends;
create index concurrently credentials_key_ends on credentials (expires_at) where kind = 'key';
