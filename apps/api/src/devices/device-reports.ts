// What a host says about its devices, taken into the database. A host's word is untrusted: it can't take a
// device that belongs to another host (device-moves.ts), and it can't name a tag that is taken.
import type { DeviceReport } from '@pocketfleet/contract';
import { phoneName } from '@pocketfleet/rules';
import { type Db, inSavepoint, inTransaction, isRetryable, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createTurns } from '../platform/turns.ts';
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

const idsPerNews = 150;
/**
 * After a node has started all its hosts report everything at once, in long transactions: customers' calls, which use
 * the same connections, must not wait until all of them are through. At most one report of a link waits here: a link's
 * messages are taken one after the other, and how many of them wait is limited there (agent-link.ts).
 */
const turns = createTurns(3);

/**
 * Stores a report and returns our id for each identity that this host may serve. A device that can't be stored
 * is left out, the others are served.
 */
export async function storeReport(
  deps: { db: Db; log: Log; nodeId: string },
  hostId: string,
  report: { full: boolean; devices: readonly DeviceReport[] },
): Promise<ServedDevice[]> {
  // Said twice in one report: the last word counts.
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
        // That a phone which is another host's isn't here says nothing.
        if (device.state === 'absent') continue;
        if (!row.may_move) {
          claimed.push(device.identity);
          await noteClaim(tx, deps.log, hostId, { device, row });
          continue;
        }
        moved.push(row.id);
      }
      const device_id = row?.id ?? (await tryToAdd(tx, deps.log, hostId, device));
      if (device_id === undefined) continue;
      if (row === undefined) changed.push(device_id);
      else toUpdate.push({ ...device, device_id });
      const { identity } = device;
      served.set(device_id, { identity, device_id, tenant_user: row?.tenant_user ?? null });
    }
    const unclaimed = identities.filter((identity) => !claimed.includes(identity));
    await updateClaimsGone(tx, hostId, report.full ? { allBut: claimed } : { identities: unclaimed });
    const { news, refused } = await updateKnown(tx, deps.log, hostId, toUpdate);
    for (const device_id of refused) served.delete(device_id);
    for (const device_id of moved) {
      // The move has taken the phone from a user that was prepared on its old host.
      const now = served.has(device_id) ? await selectServed(tx, device_id, hostId) : undefined;
      if (now !== undefined) served.set(device_id, now);
    }
    const gone = report.full ? await updateAbsent(tx, hostId, identities) : [];
    await tellChanged(tx, [...changed, ...news, ...gone], deps.nodeId);
    return [...served.values()];
  };
  return turns.take(() => inTransaction(deps.db, store));
}

/** Our team decides whether the phone was moved here; until then it stays with the host that it belongs to. */
async function noteClaim(
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
 * Writes the reports of known devices at once. When the database refuses one of them, each half is tried on its own,
 * down to the one that is refused: the others are stored, and nothing of that one is.
 */
async function updateKnown(
  tx: Tx,
  log: Log,
  hostId: string,
  reports: readonly KnownReport[],
): Promise<{ news: string[]; refused: string[] }> {
  const [first] = reports;
  if (first === undefined) return { news: [], refused: [] };
  try {
    return { news: await inSavepoint(tx, () => updateReported(tx, hostId, reports)), refused: [] };
  } catch (error) {
    if (isRetryable(error)) throw error;
    if (reports.length === 1) {
      log.error({ err: error, host_id: hostId, identity: first.identity }, 'a reported device is not stored');
      return { news: [], refused: [first.device_id] };
    }
    const middle = reports.length >> 1;
    const before = await updateKnown(tx, log, hostId, reports.slice(0, middle));
    const after = await updateKnown(tx, log, hostId, reports.slice(middle));
    return { news: [...before.news, ...after.news], refused: [...before.refused, ...after.refused] };
  }
}

/** Undefined when the database refuses this device: nothing of it is stored then. */
async function tryToAdd(tx: Tx, log: Log, hostId: string, device: DeviceReport): Promise<string | undefined> {
  try {
    return await inSavepoint(tx, () => addDevice(tx, hostId, device));
  } catch (error) {
    if (isRetryable(error)) throw error;
    log.error({ err: error, host_id: hostId, identity: device.identity }, 'a reported device is not stored');
    return undefined;
  }
}

/** The presence of everything on this host has changed; `nodeId` holds its link, or held it until now. */
export async function tellHostChanged(db: Db, hostId: string, nodeId: string): Promise<void> {
  await tellChanged(db, await selectIdsOfHost(db, hostId), nodeId);
}

async function tellChanged(db: Db, deviceIds: readonly string[], nodeId: string): Promise<void> {
  for (let start = 0; start < deviceIds.length; start += idsPerNews) {
    await publish(db, devicesChanged, {
      device_ids: deviceIds.slice(start, start + idsPerNews),
      node_id: nodeId,
    });
  }
}

/** It joins unproven. One that may be a known phone with another face is looked at by our team first. */
async function addDevice(tx: Tx, hostId: string, report: DeviceReport): Promise<string> {
  const twin = await selectVanishedTwin(tx, report);
  const reason =
    twin === undefined
      ? ''
      : `its serial is that of ${twin}: reset or changed? Look, then release or retire it`;
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
