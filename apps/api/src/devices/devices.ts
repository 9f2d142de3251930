// The fleet: which devices there are, on which host, and whether they can be used now. Knows nothing of
// customers; whoever needs a device's host to do something asks here.
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countOnline, type DevicePlace, selectPlace } from './devices.sql.ts';
import type { HostLinks } from './host-links.ts';

export { createEnrolmentCode } from './enrolment.ts';
export type { DevicePlace, HostLinks };

/** Where a device is now; throws not_found. */
export async function getDevicePlace(deps: { db: Db }, deviceId: string): Promise<DevicePlace> {
  const place = await selectPlace(deps.db, deviceId);
  if (place === undefined) throw new AppError('not_found');
  return place;
}

/** Sends to the host that has the device. False when the device is offline. */
export async function sendToHost(
  deps: { db: Db; links: HostLinks },
  deviceId: string,
  message: ControlPlaneMessage,
): Promise<boolean> {
  const place = await selectPlace(deps.db, deviceId);
  if (place === undefined || place.connection_state !== 'online') return false;
  return deps.links.send(place, message);
}

export function countOnlineDevices(deps: { db: Db }): Promise<number> {
  return countOnline(deps.db);
}
