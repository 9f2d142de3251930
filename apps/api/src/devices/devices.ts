// The fleet: which devices exist, on which host, and whether they can be used now. This feature knows nothing of
// customers.
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { updateLabels } from './device-labels.sql.ts';
import { type DevicePlace, selectPlace } from './devices.sql.ts';

export { isOlderVersion } from './agent-version.ts';
export { rebootDevice, sendCommand, takeThumbnail } from './commands.ts';
export { moveDevice } from './device-moves.ts';
export {
  findDeviceState,
  setDeviceQuarantined,
  setDeviceReady,
  setDeviceToClean,
  setTenantUser,
} from './device-state.ts';
export { commandAnsweredTask, hostRefusedTask } from './devices.tasks.ts';
export { createEnrolmentCode, issueEnrolmentCode } from './enrolment.ts';
export { listMovedOrRevoked, requestNewKey, revokeHost } from './host-keys.ts';
export type { HostLinks } from './host-links.ts';
export type { ServedBy } from './hosts.sql.ts';
export type { DevicePlace };

/** The host of a device and its connection now; throws not_found. */
export async function getDevicePlace(deps: { db: Db }, deviceId: string): Promise<DevicePlace> {
  const place = await selectPlace(deps.db, deviceId);
  if (place === undefined) throw new AppError('not_found');
  return place;
}

/** Sets the tag or the label; a field that is left out doesn't change. False when another device has the tag. */
export function labelDevice(
  db: Db,
  deviceId: string,
  labels: { tag?: string | undefined; label?: string | undefined },
): Promise<boolean> {
  return updateLabels(db, deviceId, labels);
}
