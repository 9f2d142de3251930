import type { Tx } from '../platform/database.ts';
import {
  type DeviceState,
  selectState,
  updateProven,
  updateQuarantined,
  updateTenantUser,
  updateToClean,
} from './device-state.sql.ts';

/** The state of a device, which is locked until the transaction ends. */
export function findDeviceState(tx: Tx, deviceId: string): Promise<DeviceState | undefined> {
  return selectState(tx, deviceId);
}

/** Makes a device ready for tenants; this cleaning proves that it is clean. */
export function setDeviceReady(tx: Tx, deviceId: string, cleaningId: string): Promise<void> {
  return updateProven(tx, deviceId, cleaningId);
}

/** The device is no longer proven clean. */
export function setDeviceToClean(tx: Tx, deviceId: string): Promise<void> {
  return updateToClean(tx, deviceId);
}

/** A tenant who has the device keeps it until their rental ends. */
export function setDeviceQuarantined(tx: Tx, deviceId: string, reason: string): Promise<void> {
  return updateQuarantined(tx, deviceId, reason);
}

/** The number of the Android user that the tenant has on this device. */
export function setTenantUser(tx: Tx, deviceId: string, user: number): Promise<void> {
  return updateTenantUser(tx, deviceId, user);
}
