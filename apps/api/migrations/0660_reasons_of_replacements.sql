-- Why a phone took another one's place in a running rental, and what our team tells the customer about it. Null: from a
-- time before it was stored, or by a node of an older version.
alter table assignments add column replaces_because text, add column replaces_note text;
alter table assignments add constraint assignments_replaces_because_known
  check (replaces_because in ('failed', 'offline', 'by_team', 'chosen')) not valid;
alter table assignments add constraint assignments_replaces_note_by_team
  check (replaces_note is null or (replaces_because is not null and replaces_because = 'by_team'
                                   and length(replaces_note) between 1 and 200)) not valid;
