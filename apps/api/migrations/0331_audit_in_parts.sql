-- A check of the audit that could not run is told like one that found something: `failure` says why.
alter table audit_findings
  add column failure text check (length(failure) between 1 and 300),
  drop constraint audit_findings_breaches_check,
  add constraint audit_findings_say_something check (breaches > 0 or (breaches = 0 and failure is not null));

-- How far the record of states was compared with the states themselves, so that no audit reads it from its beginning:
-- through which change, and for each kind of row through which of them.
create table audit_marks (
  name text primary key check (length(name) <= 64),
  through_change bigint,
  through_row uuid
);
insert into audit_marks (name, through_change) values ('changes', 0);
insert into audit_marks (name) values ('order'), ('assignment'), ('refund'), ('device');

-- Rows that the passing comparison found wrong. A row whose state is noted again is no gap any more; a broken chain stays
-- one until somebody deletes it from here, because the record is never rewritten.
create table audit_gaps (
  kind text not null,
  row_id uuid not null,
  -- The change whose `from_state` is not the state before it; null for a row whose state was never noted.
  change_id bigint,
  found_at timestamptz not null default app_now(),
  unique nulls not distinct (kind, row_id, change_id)
);

-- The same index as `payment_events_open`.
drop index payment_events_waiting;

-- What is the newest of a table that only grows is found without reading it all.
create index state_changes_at on state_changes using brin (at);
create index ledger_created on ledger using brin (created_at);
