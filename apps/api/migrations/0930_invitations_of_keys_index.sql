-- Statement by statement, without a transaction.
-- Each end and each rotation of a key looks for what it has invited (0876), and invitations are never deleted.
drop index concurrently if exists invitations_invited_with;
create index concurrently invitations_invited_with on invitations (invited_with) where invited_with is not null;
