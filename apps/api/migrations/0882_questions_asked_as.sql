-- Statement by statement, without a transaction.
-- The name that a program gives to its question is its own.
drop index concurrently if exists questions_asked_as;
create unique index concurrently questions_asked_as on questions (credential_id, asked_as) where asked_as is not null;
