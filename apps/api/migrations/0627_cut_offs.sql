-- Who was cut off from a phone, and when last. What they opened with a ticket from before that is closed by every node, also
-- by one that has missed the event. Rows go with the rental (see `forget_old_streams`).
create table cut_offs (
  assignment_id uuid not null references assignments on delete cascade,
  kind text not null check (kind in ('person', 'key', 'program', 'guest')),
  -- Of the user, or of the key's, program's or guest's credential. Without a reference: either may be deleted.
  principal_id uuid not null,
  at timestamptz not null,
  primary key (assignment_id, kind, principal_id)
);
