// The SQL of alarms. A cause starts an alarm, its end ends the alarm. Each cause has at most one open alarm.
import type { AlarmKind, AlarmRow, CheckResult } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import type { Limits } from './list-filter.sql.ts';
import { decidedDispute, moneyCauses } from './money-alarms.sql.ts';

/** How long a cause must last: agents and cables recover by themselves within seconds. */
const minDuration = sql`interval '15 seconds'`;
/** Tenths of a degree Celsius. An alarm starts at `hotTenths` and ends below `coolTenths`. */
const hotTenths = 450;
const coolTenths = 420;

const isHostOnline = sql`(h.revoked_at is null and link_is_alive(h.link_beat_at, app_now()))`;
const isHot = sql`d.battery_temperature_tenths >= ${sql.lit(hotTenths)}`;
const isNotCool = sql`d.battery_temperature_tenths >= ${sql.lit(coolTenths)}`;

/** The subject of an alarm as text. Each kind and subject has at most one open alarm. */
const about = (row: string) =>
  sql`coalesce(${sql.ref(`${row}.device_id`)}::text, ${sql.ref(`${row}.host_id`)}::text, ${sql.ref(`${row}.subject`)})`;
/** Kinds whose end can't be detected: they end when an operator acknowledges them. */
const needsAcknowledgement = (kind: string) =>
  sql`${sql.ref(kind)} in ('host_lied', 'webhook_set_aside', 'disputed', 'dispute_lost', 'refunded_elsewhere')`;

/** The present causes of alarms. `isHotNow` is the condition for a hot battery. */
const causes = (isHotNow: ReturnType<typeof sql>) => sql`
  select kind, host_id, device_id, null::uuid as order_id, null::text as subject, detail
  from (${fleetCauses(isHotNow)}) as fleet
  union all ${moneyCauses}`;

const fleetCauses = (isHotNow: ReturnType<typeof sql>) => sql`
  select 'host_gone' as kind, h.id as host_id, null::uuid as device_id, 'The host is not connected.' as detail
  from hosts h
  where h.revoked_at is null and h.last_seen_at < app_now() - ${minDuration} and not coalesce(${isHostOnline}, false)
  union all
  select 'phone_offline', d.host_id, d.id,
         case d.runner_state when 'unauthorized' then 'The phone does not trust its host.' else 'The host does not see the phone.' end
  from devices d join hosts h on h.id = d.host_id
  where d.state <> 'retired' and d.runner_state in ('absent', 'unauthorized')
    and d.updated_at < app_now() - ${minDuration} and ${isHostOnline}
  union all
  select 'phone_claimed', c.host_id, c.device_id,
         h.name || ' reports this phone, which belongs to ' || mine.name || '. If it was moved there, allow the move.'
  from device_claims c join hosts h on h.id = c.host_id join devices d on d.id = c.device_id
  join hosts mine on mine.id = d.host_id
  where c.gone_at is null and h.revoked_at is null and d.host_id <> c.host_id
    and not device_is_online(mine.revoked_at, d.runner_state, mine.link_beat_at, app_now())
  union all
  select 'battery_hot', d.host_id, d.id, 'The battery has ' || round(d.battery_temperature_tenths / 10.0, 1) || ' °C.'
  from devices d where d.state <> 'retired' and ${isHotNow}
  union all
  select 'cleaning_failed', d.host_id, d.id, left(d.quarantine_reason, 500)
  from devices d
  where d.state = 'quarantined' and (select c.state from cleanings c where c.device_id = d.id
                                     order by c.created_at desc limit 1) = 'failed'`;

const alarmsLock = 7_305_420;

/** False while another node runs the sweep. Held until the transaction ends. */
export async function tryAlarmsLock(tx: Db): Promise<boolean> {
  const result = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${alarmsLock}) as locked`.execute(tx);
  return result.rows[0]?.locked === true;
}

export type StartedAlarm = {
  kind: AlarmKind;
  host_name: string | null;
  tag: string | null;
  detail: string;
  /** The evidence of the failed cleaning; null for other alarms. */
  evidence: CheckResult[] | null;
};

/** The rows of `begun` as `StartedAlarm`. */
const asStarted = (only = sql``) => sql`
  select b.kind, h.name as host_name, d.tag, b.detail,
         case b.kind when 'cleaning_failed' then (select c.evidence from cleanings c where c.device_id = b.device_id
                                                  order by c.created_at desc limit 1) end as evidence
  from begun b left join hosts h on h.id = b.host_id left join devices d on d.id = b.device_id
  ${only} order by b.kind, h.name, d.tag`;

/**
 * Starts alarms; returns those to mail. An alarm that ended a moment ago and starts again is not mailed, for example when a
 * node of an older version ends a kind that it doesn't know, or a host claims a phone each time its own host restarts it.
 */
export async function insertAlarms(tx: Db): Promise<StartedAlarm[]> {
  const result = await sql<StartedAlarm>`
    with begun as (
      insert into alarms (kind, host_id, device_id, order_id, subject, detail)
      select kind, host_id, device_id, order_id, subject, detail from (${causes(isHot)}) as causes
      on conflict do nothing returning *
    ) ${asStarted(sql`where not exists (
      select 1 from alarms e where e.kind = b.kind
        and (e.subject = b.subject and e.ended_at > app_now() - interval '1 minute'
          or b.kind = 'phone_claimed' and e.device_id = b.device_id
             and e.ended_at > app_now() - interval '10 minutes'))`)}`.execute(tx);
  return result.rows;
}

/** Ends alarms whose cause is over. */
export async function endAlarms(tx: Db): Promise<void> {
  await sql`
    with causes as materialized (${causes(isNotCool)})
    update alarms a set ended_at = app_now()
    where a.ended_at is null and (${decidedDispute} or (not ${needsAcknowledgement('a.kind')}
      and not exists (select 1 from causes c where c.kind = a.kind and ${about('c')} = ${about('a')})))`.execute(
    tx,
  );
}

/** Undefined when this alarm is open already. */
export async function insertAlarm(
  tx: Db,
  alarm: { kind: AlarmKind; host_id: string; device_id: string | null; detail: string },
): Promise<StartedAlarm | undefined> {
  const result = await sql<StartedAlarm>`
    with begun as (
      insert into alarms (kind, host_id, device_id, detail)
      values (${alarm.kind}, ${alarm.host_id}, ${alarm.device_id}, ${alarm.detail})
      on conflict do nothing returning kind, host_id, device_id, detail
    ) ${asStarted()}`.execute(tx);
  return result.rows[0];
}

export type AlarmFilter = Limits & {
  id?: string | undefined;
  state?: 'open' | 'ended' | undefined;
  kind?: AlarmKind | undefined;
  device_id?: string | undefined;
};

export async function selectAlarms(
  db: Db,
  filter: AlarmFilter,
): Promise<{ rows: AlarmRow[]; total: number }> {
  const result = await sql<AlarmRow & { total: number }>`
    select a.id, a.kind, a.host_id, h.name as host_name, a.device_id, d.tag, a.order_id, s.number as order_number,
           a.detail, a.began_at, a.ended_at,
           a.acknowledged_at, o.username as acknowledged_by, count(*) over () as total
    from alarms a left join hosts h on h.id = a.host_id left join devices d on d.id = a.device_id
    left join operators o on o.id = a.acknowledged_by left join orders s on s.id = a.order_id
    where (${filter.id ?? null}::uuid is null or a.id = ${filter.id ?? null})
      and (${filter.state ?? null}::text is null or (a.ended_at is null) = (${filter.state ?? null} = 'open'))
      and (${filter.kind ?? null}::text is null or a.kind = ${filter.kind ?? null})
      and (${filter.device_id ?? null}::uuid is null or a.device_id = ${filter.device_id ?? null})
    order by a.ended_at is not null, a.began_at desc, a.id offset ${filter.offset} limit ${filter.limit}`.execute(
    db,
  );
  return withTotal(result.rows);
}

/** Also ends an alarm whose end can't be detected. False when it was acknowledged before. */
export async function updateAcknowledged(tx: Db, id: string, operatorId: string): Promise<boolean> {
  const result = await sql`
    update alarms set acknowledged_at = app_now(), acknowledged_by = ${operatorId},
      ended_at = case when ${needsAcknowledgement('kind')} then coalesce(ended_at, app_now()) else ended_at end
    where id = ${id} and acknowledged_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Email addresses of the operators who may see the fleet. */
export async function selectAlarmReaders(db: Db): Promise<string[]> {
  const result = await sql<{ email: string }>`
    select distinct o.email from operators o
    join operator_role_permissions p on p.role = o.role and p.permission = 'fleet_view'
    where o.email is not null and o.disabled_at is null order by o.email`.execute(db);
  return result.rows.map(({ email }) => email);
}

export async function selectHostName(db: Db, hostId: string): Promise<string | undefined> {
  const result = await sql<{ name: string }>`select name from hosts where id = ${hostId}`.execute(db);
  return result.rows[0]?.name;
}
