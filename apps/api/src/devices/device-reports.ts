// What a host says about its devices, taken into the database. A host's word is untrusted: it can't take a
// device that another live host serves, and it can't name a tag that is taken.
import type { DeviceReport } from '@pocketfleet/contract';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { devicesChanged } from './devices.events.ts';
import {
  insertDevice,
  isTagFree,
  selectByIdentity,
  selectIdsOfHost,
  selectNextTag,
  updateAbsent,
  updateReported,
} from './devices.sql.ts';

const idsPerNews = 150;

/** Stores a report and returns our id for each identity that this host may serve. */
export async function storeReport(
  deps: { db: Db; log: Log },
  hostId: string,
  report: { full: boolean; devices: readonly DeviceReport[] },
): Promise<{ identity: string; device_id: string }[]> {
  return inTransaction(deps.db, async (tx) => {
    const identities = report.devices.map((device) => device.identity);
    const known = new Map((await selectByIdentity(tx, hostId, identities)).map((row) => [row.identity, row]));
    const served: { identity: string; device_id: string }[] = [];
    for (const device of report.devices) {
      const row = known.get(device.identity);
      if (
        row?.is_served_elsewhere === true ||
        (row !== undefined && row.host_id !== hostId && device.state === 'absent')
      ) {
        deps.log.warn(
          { host_id: hostId, device_id: row.id },
          'a host reports a device that another one serves',
        );
        continue;
      }
      const deviceId = row?.id ?? (await addDevice(tx, hostId, device));
      await updateReported(tx, deviceId, hostId, device);
      served.push({ identity: device.identity, device_id: deviceId });
    }
    const gone = report.full ? await updateAbsent(tx, hostId, identities) : [];
    await tellChanged(tx, [...served.map((device) => device.device_id), ...gone]);
    return served;
  });
}

/** The presence of everything on this host has changed. */
export async function tellHostChanged(db: Db, hostId: string): Promise<void> {
  await tellChanged(db, await selectIdsOfHost(db, hostId));
}

async function tellChanged(db: Db, deviceIds: readonly string[]): Promise<void> {
  for (let start = 0; start < deviceIds.length; start += idsPerNews) {
    await publish(db, devicesChanged, { device_ids: deviceIds.slice(start, start + idsPerNews) });
  }
}

async function addDevice(tx: Tx, hostId: string, report: DeviceReport): Promise<string> {
  const hint = report.tag_hint;
  if (hint !== null && (await isTagFree(tx, hint))) {
    const id = await insertDevice(tx, hostId, hint, report);
    if (id !== undefined) return id;
  }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const id = await insertDevice(tx, hostId, await selectNextTag(tx), report);
    if (id !== undefined) return id;
  }
  throw new Error('no free tag was found');
}
