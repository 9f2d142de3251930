-- When an audit was last finished, whatever it found: an alarm is raised when that is long ago.
create table audit_runs (
  is_only boolean primary key default true check (is_only),
  finished_at timestamptz not null default app_now()
);
insert into audit_runs default values;
