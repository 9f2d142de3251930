// Stores what hosts report about their devices. Reports are untrusted: a host can't claim a device of another host
// (device-moves.ts) or a tag that is in use.
import type { DeviceReport } from '@pocketfleet/contract';
import { phoneName } from '@pocketfleet/rules';
import pLimit from 'p-limit';
import { type Db, inSavepoint, inTransaction, isRetryable, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type ServedDevice, selectServed, updateClaimsGone, upsertClaim } from './device-claims.sql.ts';
import { devicesChanged } from './devices.events.ts';
import {
  insertDevice,
  isTagFree,
  type KnownDevice,
  selectByIdentity,
  selectIdsOfHost,
  selectNextTag,
  selectVanishedTwin,
  updateAbsent,
  updateReported,
} from './devices.sql.ts';
import { hostRefusedTask } from './devices.tasks.ts';

const idsPerEvent = 150;
/**
 * After a node has started, all its hosts send full reports at once, in long transactions. Without a limit, customers' calls
 * would wait for the same database connections. A link handles one message at a time, so at most one report of each
 * link waits here (agent-link.ts).
 */
const storing = pLimit(3);

/**
 * Stores a report. Returns our id of each device that this host may serve. A device that can't be stored is left out.
 */
export async function storeReport(
  deps: { db: Db; log: Log; nodeId: string },
  hostId: string,
  report: { full: boolean; devices: readonly DeviceReport[] },
): Promise<ServedDevice[]> {
  // If a device is reported twice, the last entry is used.
  const devices = new Map(
    report.devices.map((device) => [
      device.identity,
      { ...device, model: phoneName(device.model, device.marketing_name) },
    ]),
  );
  const identities = [...devices.keys()];
  const store = async (tx: Tx): Promise<ServedDevice[]> => {
    const known = new Map((await selectByIdentity(tx, hostId, identities)).map((row) => [row.identity, row]));
    const served = new Map<string, ServedDevice>();
    const changed: string[] = [];
    const claimed: string[] = [];
    const moved: string[] = [];
    const toUpdate: KnownReport[] = [];
    for (const device of devices.values()) {
      const row = known.get(device.identity);
      if (row !== undefined && row.host_id !== hostId) {
        // Another host's phone is of course absent here.
        if (device.state === 'absent') continue;
        if (!row.may_move) {
          claimed.push(device.identity);
          await storeClaim(tx, deps.log, hostId, { device, row });
          continue;
        }
        moved.push(row.id);
      }
      const device_id = row?.id ?? (await tryToInsert(tx, deps.log, hostId, device));
      if (device_id === undefined) continue;
      if (row === undefined) changed.push(device_id);
      else toUpdate.push({ ...device, device_id });
      const { identity } = device;
      served.set(device_id, { identity, device_id, tenant_user: row?.tenant_user ?? null });
    }
    const unclaimed = identities.filter((identity) => !claimed.includes(identity));
    await updateClaimsGone(tx, hostId, report.full ? { allBut: claimed } : { identities: unclaimed });
    const { visiblyChanged, refused } = await updateKnown(tx, deps.log, hostId, toUpdate);
    for (const device_id of refused) served.delete(device_id);
    for (const device_id of moved) {
      // The move has taken the phone from a user that was prepared on its old host.
      const now = served.has(device_id) ? await selectServed(tx, device_id, hostId) : undefined;
      if (now !== undefined) served.set(device_id, now);
    }
    const gone = report.full ? await updateAbsent(tx, hostId, identities) : [];
    await publishChanged(tx, [...changed, ...visiblyChanged, ...gone], deps.nodeId);
    return [...served.values()];
  };
  return storing(() => inTransaction(deps.db, store));
}

/** Our team decides whether the phone was moved to this host. Until then it stays with its own host. */
async function storeClaim(
  tx: Tx,
  log: Log,
  hostId: string,
  { device, row }: { device: DeviceReport; row: KnownDevice },
): Promise<void> {
  if (!(await upsertClaim(tx, row, hostId, device))) return;
  log.warn({ host_id: hostId, device_id: row.id }, 'a host reports a device that belongs to another one');
  await enqueue(
    tx,
    hostRefusedTask,
    {
      act: 'report_phone',
      host: '',
      host_id: hostId,
      device_id: row.id,
      is_served: row.is_served_elsewhere,
      detail: row.is_served_elsewhere
        ? 'It reports a phone that another host serves.'
        : 'It reports a phone that belongs to another host.',
      address: '',
    },
    { key: `host_refused:${hostId}:${row.id}` },
  );
}

type KnownReport = { device_id: string } & DeviceReport;

/**
 * Stores the reports of known devices in one statement. If the database refuses it, each half is stored separately, down to
 * the single report that is refused; all others are stored.
 */
async function updateKnown(
  tx: Tx,
  log: Log,
  hostId: string,
  reports: readonly KnownReport[],
): Promise<{ visiblyChanged: string[]; refused: string[] }> {
  const [first] = reports;
  if (first === undefined) return { visiblyChanged: [], refused: [] };
  try {
    return { visiblyChanged: await inSavepoint(tx, () => updateReported(tx, hostId, reports)), refused: [] };
  } catch (error) {
    if (isRetryable(error)) throw error;
    if (reports.length === 1) {
      log.error({ err: error, host_id: hostId, identity: first.identity }, 'a reported device is not stored');
      return { visiblyChanged: [], refused: [first.device_id] };
    }
    const middle = reports.length >> 1;
    const before = await updateKnown(tx, log, hostId, reports.slice(0, middle));
    const after = await updateKnown(tx, log, hostId, reports.slice(middle));
    return {
      visiblyChanged: [...before.visiblyChanged, ...after.visiblyChanged],
      refused: [...before.refused, ...after.refused],
    };
  }
}

/** Undefined when the database refuses the device. Nothing of it is stored then. */
async function tryToInsert(
  tx: Tx,
  log: Log,
  hostId: string,
  device: DeviceReport,
): Promise<string | undefined> {
  try {
    return await inSavepoint(tx, () => addDevice(tx, hostId, device));
  } catch (error) {
    if (isRetryable(error)) throw error;
    log.error({ err: error, host_id: hostId, identity: device.identity }, 'a reported device is not stored');
    return undefined;
  }
}

/** Publishes that the presence of all devices of a host has changed. `nodeId` has its link, or had it until now. */
export async function publishHostChanged(db: Db, hostId: string, nodeId: string): Promise<void> {
  await publishChanged(db, await selectIdsOfHost(db, hostId), nodeId);
}

async function publishChanged(db: Db, deviceIds: readonly string[], nodeId: string): Promise<void> {
  for (let start = 0; start < deviceIds.length; start += idsPerEvent) {
    await publish(db, devicesChanged, {
      device_ids: deviceIds.slice(start, start + idsPerEvent),
      node_id: nodeId,
    });
  }
}

/** A new device is not proven clean. A device that may be a known phone with a changed identity is quarantined for our team. */
async function addDevice(tx: Tx, hostId: string, report: DeviceReport): Promise<string> {
  const twin = await selectVanishedTwin(tx, report);
  const reason =
    twin === undefined
      ? ''
      : `it has the serial number of ${twin}: was that phone reset or changed? Check it, then release or retire it`;
  const hint = report.tag_hint;
  if (hint !== null && (await isTagFree(tx, hint))) {
    const id = await insertDevice(tx, hostId, hint, report, reason);
    if (id !== undefined) return id;
  }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const id = await insertDevice(tx, hostId, await selectNextTag(tx), report, reason);
    if (id !== undefined) return id;
  }
  throw new Error('no free tag was found');
}
