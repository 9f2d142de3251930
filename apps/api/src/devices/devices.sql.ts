// The SQL of devices and their presence.
import type { DeviceReport, RunnerState } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type KnownDevice = {
  id: string;
  host_id: string;
  identity: string;
  tenant_user: number | null;
  is_served_elsewhere: boolean;
  may_move: boolean;
};

/**
 * The devices with these identities. `is_served_elsewhere`: another host serves it and is online. `may_move`: it may move to
 * this host without a decision of our team (migration 0300).
 */
export async function selectByIdentity(db: Db, hostId: string, identities: string[]): Promise<KnownDevice[]> {
  const result = await sql<KnownDevice>`
    select d.id, d.host_id, d.identity, d.tenant_user,
           d.host_id <> ${hostId}
             and device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, app_now()) as is_served_elsewhere,
           d.state = 'retired' or h.revoked_at is not null as may_move
    from devices d join hosts h on h.id = d.host_id
    where d.identity = any(${identities})`.execute(db);
  return result.rows;
}

/** Undefined when a concurrent call has used the tag or the identity. */
export async function insertDevice(
  db: Db,
  hostId: string,
  tag: string,
  report: DeviceReport,
  quarantineReason: string,
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into devices (identity, host_id, tag, state, quarantine_reason, serial, model, manufacturer,
                         android_version, api_level, screen_width, screen_height, runner_state, runner_reason,
                         battery_level, battery_temperature_tenths, charging, storage_free_bytes)
    values (${report.identity}, ${hostId}, ${tag}, ${quarantineReason === '' ? 'cleaning' : 'quarantined'},
            ${quarantineReason}, ${report.serial}, ${report.model}, ${report.manufacturer},
            ${report.android_version}, ${report.api_level}, ${report.screen_width}, ${report.screen_height},
            ${report.state}, ${report.reason}, ${report.battery_level}, ${report.battery_temperature_tenths},
            ${report.charging}, ${report.storage_free_bytes})
    on conflict do nothing returning id`.execute(db);
  return result.rows[0]?.id;
}

/**
 * Stores the reports of known devices in one statement. Returns the devices with a change that customers can see; free
 * storage and temperature are for our team only.
 */
export async function updateReported(
  db: Db,
  hostId: string,
  reports: readonly ({ device_id: string } & DeviceReport)[],
): Promise<string[]> {
  const result = await sql<{ id: string; is_visible: boolean }>`
    update devices d set host_id = ${hostId}, serial = r.serial, model = r.model, manufacturer = r.manufacturer,
      android_version = r.android_version, api_level = r.api_level, screen_width = r.screen_width,
      screen_height = r.screen_height, runner_state = r.state, runner_reason = r.reason,
      battery_level = coalesce(r.battery_level, d.battery_level),
      battery_temperature_tenths = r.battery_temperature_tenths, charging = r.charging,
      storage_free_bytes = r.storage_free_bytes
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r (
      device_id uuid, serial text, model text, manufacturer text, android_version text, api_level integer,
      screen_width integer, screen_height integer, state text, reason text, battery_level integer,
      battery_temperature_tenths integer, charging boolean, storage_free_bytes bigint)
    where d.id = r.device_id
    returning d.id,
      (old.host_id, old.model, old.android_version, old.runner_state, old.battery_level, old.charging)
      is distinct from (new.host_id, new.model, new.android_version, new.runner_state, new.battery_level,
                        new.charging) as is_visible`.execute(db);
  return result.rows.filter((row) => row.is_visible).map((row) => row.id);
}

/** The tag of an offline device with the same serial and model: it may be the same phone with a changed identity. */
export async function selectVanishedTwin(db: Db, report: DeviceReport): Promise<string | undefined> {
  const result = await sql<{ tag: string }>`
    select d.tag from devices d join device_presence p on p.device_id = d.id
    where d.serial = ${report.serial} and d.model = ${report.model} and d.identity <> ${report.identity}
      and d.state <> 'retired' and p.connection_state = 'offline' limit 1`.execute(db);
  return result.rows[0]?.tag;
}

export async function isTagFree(db: Db, tag: string): Promise<boolean> {
  const result = await sql`select 1 from devices where tag = ${tag}`.execute(db);
  return result.rows.length === 0;
}

/** "PF-001", "PF-002" ... Numbers that are in use are skipped. */
export async function selectNextTag(db: Db): Promise<string> {
  const result = await sql<{ next: number }>`
    with taken as (select substring(tag from '^PF-([0-9]{1,9})$')::int as number from devices)
    select case when drawn.number not in (select number from taken where number is not null) then drawn.number
      else setval('device_numbers', (
        select min(number) + 1 from taken
        where number >= drawn.number and number + 1 not in (select number from taken where number is not null))) end
      as next
    from (select nextval('device_numbers') as number) drawn`.execute(db);
  return `PF-${String(result.rows[0]?.next ?? 1).padStart(3, '0')}`;
}

/** Marks devices of a host that a full report did not contain as absent. Returns those that changed. */
export async function updateAbsent(db: Db, hostId: string, present: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`update devices set runner_state = 'absent'
    where host_id = ${hostId} and runner_state <> 'absent' and not (identity = any(${present}))
    returning id`.execute(db);
  return result.rows.map((row) => row.id);
}

export async function selectIdsOfHost(db: Db, hostId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`select id from devices where host_id = ${hostId}`.execute(db);
  return result.rows.map((row) => row.id);
}

export type DevicePlace = {
  id: string;
  tag: string;
  serial: string;
  host_id: string;
  host_name: string;
  link_node_id: string | null;
  /** From the agent's last connection; empty before the first. */
  agent_version: string;
  runner_state: RunnerState;
  connection_state: 'online' | 'offline';
  screen_width: number | null;
  screen_height: number | null;
  /** The Android user that is prepared for the tenant. */
  tenant_user: number | null;
};

export async function selectPlace(db: Db, deviceId: string): Promise<DevicePlace | undefined> {
  const result = await sql<DevicePlace>`
    select d.id, d.tag, d.serial, d.host_id, h.name as host_name, h.link_node_id, h.agent_version, d.runner_state,
           p.connection_state, d.screen_width, d.screen_height, d.tenant_user
    from devices d join hosts h on h.id = d.host_id join device_presence p on p.device_id = d.id
    where d.id = ${deviceId}`.execute(db);
  return result.rows[0];
}
