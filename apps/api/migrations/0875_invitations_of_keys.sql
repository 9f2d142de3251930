-- The key that made an invitation: the invitation ends with it (0876). Without a foreign key, which would
-- lock the credentials too; an invitation ends after three days, long before the row of an ended key is deleted.
alter table invitations add column invited_with uuid;
