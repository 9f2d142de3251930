-- Presence at a given instant, as a function that the planner can inline: queries over the whole stock read
-- the clock once instead of once for each device. Still the only place that decides `online`.
create function device_is_online(
  host_revoked_at timestamptz, runner_state text, link_beat_at timestamptz, at timestamptz
) returns boolean language sql immutable as $$
  select coalesce(host_revoked_at is null and runner_state in ('ready', 'streaming')
                  and link_beat_at > at - interval '8 seconds', false)
$$;

create or replace view device_presence as
select d.id as device_id,
       case when device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, app_now())
            then 'online' else 'offline' end as connection_state
from devices d join hosts h on h.id = d.host_id;

-- The holds to look through for ends that are past.
create index assignments_holds on assignments (hold_expires_at) where state = 'held';
create index assignments_order on assignments (order_id) where order_id is not null;
