// The fleet: which devices there are, on which host, and whether they can be used now. Knows nothing of
// customers; whoever needs a device's host to do something asks here.
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { type DevicePlace, selectPlace } from './devices.sql.ts';
import type { HostLinks } from './host-links.ts';

export { rebootDevice, sendCommand, takeThumbnail } from './commands.ts';
export { updateLabels as labelDevice } from './device-labels.sql.ts';
export { moveDevice } from './device-moves.ts';
export {
  selectState as findDeviceState,
  updateProven as setDeviceReady,
  updateQuarantined as setDeviceQuarantined,
  updateTenantUser as setTenantUser,
  updateToClean as setDeviceToClean,
} from './device-state.sql.ts';
export { commandAnsweredTask, hostRefusedTask } from './devices.tasks.ts';
export { createEnrolmentCode, issueEnrolmentCode } from './enrolment.ts';
export { askForNewKey, isOlderVersion, revokeHost } from './host-keys.ts';
export { type ServedBy, selectMovedOrRevoked as listMovedOrRevoked } from './hosts.sql.ts';
export type { DevicePlace, HostLinks };

/** Where a device is now; throws not_found. */
export async function getDevicePlace(deps: { db: Db }, deviceId: string): Promise<DevicePlace> {
  const place = await selectPlace(deps.db, deviceId);
  if (place === undefined) throw new AppError('not_found');
  return place;
}
