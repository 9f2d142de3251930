-- Every change of a state leaves a row that nobody changes again, with who did it: `customer:<id>`,
-- `operator:<id>`, or `system` for what happens by itself.
create table state_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  kind text not null check (kind in ('order', 'assignment', 'refund', 'device')),
  row_id uuid not null,
  from_state text,
  -- `deleted` for a hold that was given up.
  to_state text not null,
  actor text not null check (length(actor) between 1 and 100)
);
create index state_changes_row on state_changes (kind, row_id, id);

create function note_state_change() returns trigger language plpgsql as $$
declare
  actor text := coalesce(nullif(current_setting('pocketfleet.actor', true), ''), 'system');
begin
  if tg_op = 'DELETE' then
    insert into state_changes (kind, row_id, from_state, to_state, actor)
    values (tg_argv[0], old.id, old.state, 'deleted', actor);
  elsif tg_op = 'INSERT' then
    insert into state_changes (kind, row_id, to_state, actor) values (tg_argv[0], new.id, new.state, actor);
  elsif old.state is distinct from new.state then
    insert into state_changes (kind, row_id, from_state, to_state, actor)
    values (tg_argv[0], new.id, old.state, new.state, actor);
  end if;
  return null;
end
$$;

create trigger orders_noted after insert or update of state or delete on orders
  for each row execute function note_state_change('order');
create trigger assignments_noted after insert or update of state or delete on assignments
  for each row execute function note_state_change('assignment');
create trigger refunds_noted after insert or update of state or delete on refunds
  for each row execute function note_state_change('refund');
create trigger devices_noted after insert or update of state or delete on devices
  for each row execute function note_state_change('device');

insert into state_changes (kind, row_id, to_state, actor) select 'order', id, state, 'system' from orders;
insert into state_changes (kind, row_id, to_state, actor) select 'assignment', id, state, 'system' from assignments;
insert into state_changes (kind, row_id, to_state, actor) select 'refund', id, state, 'system' from refunds;
insert into state_changes (kind, row_id, to_state, actor) select 'device', id, state, 'system' from devices;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger state_changes_are_append_only before update or delete or truncate on state_changes
  for each statement execute function refuse_rewriting();
