-- The key or connected program that placed the order. Null: a person did, or a node of a version before.
alter table orders add column placed_with uuid;
