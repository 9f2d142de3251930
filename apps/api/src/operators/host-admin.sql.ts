// Queries of hosts for our team's console.
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';

export type HostFilter = Limits & {
  id?: string | undefined;
  q?: string | undefined;
  state?: 'online' | 'offline' | 'revoked' | undefined;
};

export type HostListRow = {
  id: string;
  name: string;
  connection_state: 'online' | 'offline';
  agent_version: string;
  phone_count: number;
  online_phone_count: number;
  open_alarm_count: number;
  key_fingerprint: string;
  key_since: string;
  is_rotating: boolean;
  revoked_at: string | null;
  last_seen_at: string | null;
  created_at: string;
};

export async function selectHosts(
  db: Db,
  filter: HostFilter,
): Promise<{ rows: HostListRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const result = await sql<HostListRow & { total: number }>`
    with clock as materialized (select app_now() as now),
    listed as (
      select h.id, h.name, h.agent_version, h.key_since, h.revoked_at, h.created_at,
             h.rotation_asked_at is not null and h.revoked_at is null as is_rotating,
             left(encode(sha256(h.public_key), 'hex'), 16) as key_fingerprint,
             coalesce(h.link_beat_at, h.last_seen_at) as last_seen_at,
             case when h.revoked_at is null and link_is_alive(h.link_beat_at, clock.now)
                  then 'online' else 'offline' end as connection_state,
             count(d.id) as phone_count,
             count(d.id) filter (where device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now))
               as online_phone_count,
             (select count(*) from alarms l where l.host_id = h.id and l.ended_at is null) as open_alarm_count
      from clock, hosts h left join devices d on d.host_id = h.id
      group by h.id, clock.now
    )
    select *, count(*) over () as total from listed
    where (${filter.id ?? null}::uuid is null or id = ${filter.id ?? null})
      and (${pattern}::text is null or name ilike ${pattern})
      and (${filter.state ?? null}::text is null
           or (${filter.state ?? null} = 'revoked' and revoked_at is not null)
           or (revoked_at is null and connection_state = ${filter.state ?? null}))
    order by revoked_at is not null, name, id offset ${filter.offset} limit ${filter.limit}`.execute(db);
  return withTotal(result.rows);
}
