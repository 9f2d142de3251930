import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { Device } from '@pocketfleet/contract';
import { isAuthorizationError } from './errors.ts';

export type DeviceList = {
  devices: Device[];
  /** The server said 401 or 403: the list is empty because the session has ended. */
  isUnauthorized: boolean;
};

/** 401, 403 and 404 give an empty list without an error (spec section 8). */
export async function listDevices(client: Client, signal?: AbortSignal): Promise<DeviceList> {
  try {
    const devices = await client.call('listPhones', signal ? { signal } : {});
    return { devices, isUnauthorized: false };
  } catch (error) {
    if (isAuthorizationError(error)) return { devices: [], isUnauthorized: true };
    if (error instanceof ApiError && error.status === 404) return { devices: [], isUnauthorized: false };
    throw error;
  }
}
