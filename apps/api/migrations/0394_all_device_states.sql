-- A change of a device's state is noted however it came. `update of state` sees only statements that name the column, and
-- the trigger that moves a device to another host (0300) takes it from `ready` to `cleaning` in one that names the host.
create or replace trigger devices_noted after insert or delete on devices
  for each row execute function note_state_change('device');
create trigger devices_state_noted after update on devices
  for each row when (old.state is distinct from new.state) execute function note_state_change('device');

-- Devices that are still as such a move left them.
insert into state_changes (kind, row_id, from_state, to_state, actor)
select 'device', d.id, 'ready', 'cleaning', 'system' from devices d
where d.state = 'cleaning' and (select c.to_state from state_changes c where c.kind = 'device' and c.row_id = d.id
                                order by c.id desc limit 1) = 'ready';

-- The record is never rewritten, so a break in it that has a known cause is explained beside it. The audit passes over
-- breaks that are explained.
alter table audit_gaps add column explanation text check (length(explanation) between 1 and 300);
insert into audit_gaps (kind, row_id, change_id, explanation)
select 'device', row_id, id, 'The device was moved to another host before such changes were noted.'
from (select id, row_id, at, from_state, lag(to_state) over (partition by row_id order by id) as before
      from state_changes where kind = 'device') as c
where from_state = 'cleaning' and before = 'ready'
  and at >= (select applied_at from migrations where name = '0300_device_moves.sql')
on conflict (kind, row_id, change_id) do update set explanation = excluded.explanation;
