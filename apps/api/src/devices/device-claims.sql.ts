// The SQL of claims: hosts that report a device which belongs to another host.
import type { DeviceReport } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/**
 * True when it is to be noted: it is new, the host had not claimed the device for ten minutes, or another host serves
 * the device and that was not noted for ten minutes.
 */
export async function upsertClaim(
  db: Db,
  device: { id: string; is_served_elsewhere: boolean },
  hostId: string,
  report: DeviceReport,
): Promise<boolean> {
  const result = await sql<{ is_to_note: boolean }>`
    insert into device_claims as c (device_id, host_id, report, served_noted_at)
    values (${device.id}, ${hostId}, ${JSON.stringify(report)}::jsonb,
            case when ${device.is_served_elsewhere} then app_now() end)
    on conflict (device_id, host_id) do update set report = excluded.report, gone_at = null,
      since = case when c.gone_at < app_now() - interval '10 minutes' then app_now() else c.since end,
      served_noted_at = case when c.served_noted_at > app_now() - interval '10 minutes' then c.served_noted_at
                             else excluded.served_noted_at end
    returning old.device_id is null or old.since <> new.since
      or (new.served_noted_at is not null and old.served_noted_at is distinct from new.served_noted_at)
      as is_to_note`.execute(db);
  return result.rows[0]?.is_to_note === true;
}

/** What a host no longer reports it no longer claims: the named devices, or all but those. */
export async function updateClaimsGone(
  db: Db,
  hostId: string,
  which: { identities: readonly string[] } | { allBut: readonly string[] },
): Promise<void> {
  const isMeant =
    'allBut' in which
      ? sql`not (d.identity = any(${sql.val(which.allBut)}::text[]))`
      : sql`d.identity = any(${sql.val(which.identities)}::text[])`;
  await sql`update device_claims c set gone_at = app_now() from devices d
    where c.host_id = ${hostId} and c.gone_at is null and d.id = c.device_id and ${isMeant}`.execute(db);
}

type AllowedClaim = {
  from_host_id: string;
  report: DeviceReport;
  /** Of the new host's link. */
  link_node_id: string | null;
};

/** Our team says that the device is on this host now. Undefined when the host does not report it, or was revoked. */
export async function updateClaimAllowed(
  tx: Db,
  deviceId: string,
  hostId: string,
): Promise<AllowedClaim | undefined> {
  const result = await sql<AllowedClaim>`
    update device_claims c set allowed_at = app_now()
    from devices d, hosts h
    where c.device_id = ${deviceId} and c.host_id = ${hostId} and c.gone_at is null
      and d.id = c.device_id and h.id = c.host_id and h.revoked_at is null
    returning d.host_id as from_host_id, c.report, h.link_node_id`.execute(tx);
  return result.rows[0];
}

export type ServedDevice = { identity: string; device_id: string; tenant_user: number | null };

/** What a host is told about a device that it serves; undefined when it is another's by now. */
export async function selectServed(
  db: Db,
  deviceId: string,
  hostId: string,
): Promise<ServedDevice | undefined> {
  const result = await sql<ServedDevice>`
    select identity, id as device_id, tenant_user from devices
    where id = ${deviceId} and host_id = ${hostId}`.execute(db);
  return result.rows[0];
}
