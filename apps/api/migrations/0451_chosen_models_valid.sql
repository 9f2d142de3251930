-- Statement by statement, without a transaction.
-- The constraints of 0450, checked for the rows that were there before.
alter table orders validate constraint orders_models_in_order;
alter table assignments validate constraint assignments_chosen_model_length;
-- Searches for a phone of one model read its phones only.
drop index concurrently if exists devices_model;
create index concurrently devices_model on devices (model) where state in ('ready', 'cleaning');
