// The SQL of alarms: what is wrong now begins one, what is over ends it. Each is open once.
import type { AlarmKind, AlarmRow, CheckResult } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { decidedDispute, moneyCauses } from './money-alarms.sql.ts';
import type { Page } from './page.sql.ts';

/** How long something must be wrong: agents and cables come back by themselves within seconds. */
const patience = sql`interval '15 seconds'`;
/** Tenths of a degree. Between the two a phone that was hot still counts as hot. */
const hotTenths = 450;
const coolTenths = 420;

const isHostOnline = sql`(h.revoked_at is null and link_is_alive(h.link_beat_at, app_now()))`;
const isHot = sql`d.battery_temperature_tenths >= ${sql.lit(hotTenths)}`;
const isNotCool = sql`d.battery_temperature_tenths >= ${sql.lit(coolTenths)}`;

/** What an alarm is about, as text: of one kind it is open once. */
const about = (row: string) =>
  sql`coalesce(${sql.ref(`${row}.device_id`)}::text, ${sql.ref(`${row}.host_id`)}::text, ${sql.ref(`${row}.subject`)})`;
/** Kinds whose end nobody can see: over once somebody has looked after it. */
const isEndless = (kind: string) =>
  sql`${sql.ref(kind)} in ('host_lied', 'webhook_set_aside', 'disputed', 'dispute_lost', 'refunded_elsewhere')`;

/** What is wrong now, by kind; `isHotNow` says what counts as hot. */
const causes = (isHotNow: ReturnType<typeof sql>) => sql`
  select kind, host_id, device_id, null::uuid as order_id, null::text as subject, detail
  from (${fleetCauses(isHotNow)}) as fleet
  union all ${moneyCauses}`;

const fleetCauses = (isHotNow: ReturnType<typeof sql>) => sql`
  select 'host_gone' as kind, h.id as host_id, null::uuid as device_id, 'The host is not connected.' as detail
  from hosts h
  where h.revoked_at is null and h.last_seen_at < app_now() - ${patience} and not coalesce(${isHostOnline}, false)
  union all
  select 'phone_offline', d.host_id, d.id,
         case d.runner_state when 'unauthorized' then 'The phone does not trust its host.' else 'The host does not see the phone.' end
  from devices d join hosts h on h.id = d.host_id
  where d.state <> 'retired' and d.runner_state in ('absent', 'unauthorized')
    and d.updated_at < app_now() - ${patience} and ${isHostOnline}
  union all
  select 'battery_hot', d.host_id, d.id, 'The battery has ' || round(d.battery_temperature_tenths / 10.0, 1) || ' °C.'
  from devices d where d.state <> 'retired' and ${isHotNow}
  union all
  select 'cleaning_failed', d.host_id, d.id, left(d.quarantine_reason, 500)
  from devices d
  where d.state = 'quarantined' and (select c.state from cleanings c where c.device_id = d.id
                                     order by c.created_at desc limit 1) = 'failed'`;

const alarmsLock = 7_305_420;

/** False while another node looks after the alarms. Held until the transaction ends. */
export async function tryAlarmsLock(tx: Db): Promise<boolean> {
  const result = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${alarmsLock}) as locked`.execute(tx);
  return result.rows[0]?.locked === true;
}

export type BegunAlarm = {
  kind: AlarmKind;
  host_name: string | null;
  tag: string | null;
  detail: string;
  /** What the failed cleaning found; null for other alarms. */
  evidence: CheckResult[] | null;
};

/** Rows of `begun` as `BegunAlarm`. */
const asBegun = (only = sql``) => sql`
  select b.kind, h.name as host_name, d.tag, b.detail,
         case b.kind when 'cleaning_failed' then (select c.evidence from cleanings c where c.device_id = b.device_id
                                                  order by c.created_at desc limit 1) end as evidence
  from begun b left join hosts h on h.id = b.host_id left join devices d on d.id = b.device_id
  ${only} order by b.kind, h.name, d.tag`;

/**
 * Those to be mailed: what ended a moment ago and begins again is one trouble, as when a node of the version before
 * ends what it does not know.
 */
export async function insertBegun(tx: Db): Promise<BegunAlarm[]> {
  const result = await sql<BegunAlarm>`
    with begun as (
      insert into alarms (kind, host_id, device_id, order_id, subject, detail)
      select kind, host_id, device_id, order_id, subject, detail from (${causes(isHot)}) as causes
      on conflict do nothing returning *
    ) ${asBegun(sql`where not exists (
      select 1 from alarms e where e.kind = b.kind and e.subject = b.subject
        and e.ended_at > app_now() - interval '1 minute')`)}`.execute(tx);
  return result.rows;
}

/** Of the kinds whose end can be seen. */
export async function updateOver(tx: Db): Promise<void> {
  await sql`
    with causes as materialized (${causes(isNotCool)})
    update alarms a set ended_at = app_now()
    where a.ended_at is null and (${decidedDispute} or (not ${isEndless('a.kind')}
      and not exists (select 1 from causes c where c.kind = a.kind and ${about('c')} = ${about('a')})))`.execute(
    tx,
  );
}

/** Undefined when the same alarm is open. */
export async function insertAlarm(
  tx: Db,
  alarm: { kind: AlarmKind; host_id: string; device_id: string | null; detail: string },
): Promise<BegunAlarm | undefined> {
  const result = await sql<BegunAlarm>`
    with begun as (
      insert into alarms (kind, host_id, device_id, detail)
      values (${alarm.kind}, ${alarm.host_id}, ${alarm.device_id}, ${alarm.detail})
      on conflict do nothing returning kind, host_id, device_id, detail
    ) ${asBegun()}`.execute(tx);
  return result.rows[0];
}

export type AlarmFilter = Page & {
  id?: string | undefined;
  state?: 'open' | 'ended' | undefined;
  kind?: AlarmKind | undefined;
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
    order by a.ended_at is not null, a.began_at desc, a.id offset ${filter.offset} limit ${filter.limit}`.execute(
    db,
  );
  return withTotal(result.rows);
}

/** One whose end nobody can see is over once somebody has looked after it. False when it was before. */
export async function updateAcknowledged(tx: Db, id: string, operatorId: string): Promise<boolean> {
  const result = await sql`
    update alarms set acknowledged_at = app_now(), acknowledged_by = ${operatorId},
      ended_at = case when ${isEndless('kind')} then coalesce(ended_at, app_now()) else ended_at end
    where id = ${id} and acknowledged_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Addresses of the operators who may look after the fleet. */
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
