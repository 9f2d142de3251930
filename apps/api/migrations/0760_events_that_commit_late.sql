-- A listener has heard what was visible at its last reading. `seq` can't say that: it is given before the commit, so an event
-- with a lower one may become visible later.
alter table webhook_messages
  add column xid xid8,
  -- What was visible when the event was stored: from here a listener goes on that has heard it.
  add column snapshot pg_snapshot;
-- Set afterwards, so that rows of earlier versions stay without: they can't be gone on from.
alter table webhook_messages
  alter column xid set default pg_current_xact_id(),
  alter column snapshot set default pg_current_snapshot();
-- What this listener had heard at `created_at`.
alter table webhook_listeners add column heard pg_snapshot;
