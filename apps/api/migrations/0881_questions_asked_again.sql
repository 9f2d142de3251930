-- A call that was cut is sent again: under the same name it asks nobody a second time.
alter table questions add column asked_as text check (length(asked_as) between 1 and 100);
