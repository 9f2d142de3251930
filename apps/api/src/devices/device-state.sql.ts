// The SQL of a device's state. The database refuses a ready device without a proof, and the cleaning of a device that has a
// tenant (migration 0060).
import { type Db, sql } from '../platform/database.ts';

export type DeviceState = 'ready' | 'cleaning' | 'quarantined' | 'retired';

export async function selectState(tx: Db, deviceId: string): Promise<DeviceState | undefined> {
  const result = await sql<{ state: DeviceState }>`
    select state from devices where id = ${deviceId} for update`.execute(tx);
  return result.rows[0]?.state;
}

export async function updateProven(tx: Db, deviceId: string, cleaningId: string): Promise<void> {
  await sql`update devices set proven_by = ${cleaningId}, state = 'ready', quarantine_reason = ''
    where id = ${deviceId} and state = 'cleaning'`.execute(tx);
}

export async function updateToClean(tx: Db, deviceId: string): Promise<void> {
  await sql`update devices set proven_by = null, state = 'cleaning', quarantine_reason = ''
    where id = ${deviceId} and state <> 'retired'`.execute(tx);
}

export async function updateQuarantined(tx: Db, deviceId: string, reason: string): Promise<void> {
  await sql`update devices set state = 'quarantined', quarantine_reason = ${reason.slice(0, 2_000)}
    where id = ${deviceId} and state <> 'retired'`.execute(tx);
}

export async function updateTenantUser(tx: Db, deviceId: string, user: number): Promise<void> {
  await sql`update devices set tenant_user = ${user} where id = ${deviceId}`.execute(tx);
}

export async function isOnHost(db: Db, deviceId: string, hostId: string): Promise<boolean> {
  const result = await sql`select 1 from devices where id = ${deviceId} and host_id = ${hostId}`.execute(db);
  return result.rows.length > 0;
}

export async function upsertPicture(tx: Db, deviceId: string, png: Buffer): Promise<void> {
  await sql`insert into device_pictures (device_id, png) values (${deviceId}, ${png})
    on conflict (device_id) do update set png = excluded.png, taken_at = app_now()`.execute(tx);
}

export async function selectPicture(db: Db, deviceId: string): Promise<Buffer | undefined> {
  const result = await sql<{ png: Buffer }>`
    select png from device_pictures where device_id = ${deviceId}`.execute(db);
  return result.rows[0]?.png;
}
