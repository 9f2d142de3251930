// Moves of devices between hosts. Each tenant can read a device's identity, so a host that reports it proves nothing. A device
// moves when our team says so, when its old host was revoked, or when it was retired (decision 054). The database refuses
// every other move (migration 0300).
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { selectServed, updateClaimAllowed } from './device-claims.sql.ts';
import { deviceMoved, devicesChanged } from './devices.events.ts';
import { updateReported } from './devices.sql.ts';
import type { HostLinks } from './host-links.ts';

/** From the commit on the new host serves the device. Throws conflict when that host does not report it. */
export async function moveDevice(tx: Tx, deviceId: string, hostId: string): Promise<void> {
  const claim = await updateClaimAllowed(tx, deviceId, hostId);
  if (claim === undefined) {
    throw new AppError('conflict', { detail: 'That host does not report this phone, or it already has it.' });
  }
  await updateReported(tx, hostId, [{ ...claim.report, device_id: deviceId }]);
  await publish(tx, deviceMoved, {
    device_id: deviceId,
    from_host_id: claim.from_host_id,
    to_host_id: hostId,
  });
  await publish(tx, devicesChanged, { device_ids: [deviceId], node_id: claim.link_node_id ?? '' });
}

/**
 * Notifies the new host, if its link is on this node. If the message is lost, the host gets the device with the response to
 * its next report.
 */
export async function notifyNewHost(
  deps: { db: Db; links: HostLinks },
  moved: { device_id: string; to_host_id: string },
): Promise<void> {
  const served = await selectServed(deps.db, moved.device_id, moved.to_host_id);
  if (served === undefined) return;
  await deps.links.send(
    { host_id: moved.to_host_id, link_node_id: null },
    { type: 'known_devices', devices: [served] },
  );
}
