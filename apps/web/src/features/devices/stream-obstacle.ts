// The reason why a phone can't be streamed, in the words of spec sections 5 and 8. Pure.
import type { Device } from '@pocketfleet/contract';

export type StreamObstacle = {
  title: string;
  description: string;
  /** The server may know an address by now: ask for it, and fetch the list again. */
  isAddressMissing: boolean;
};

/** Null when the stream may be opened. */
export function findObstacle(
  caller: { isSignedIn: boolean; token: string | null },
  device: Pick<Device, 'streaming_url'>,
): StreamObstacle | null {
  if (!caller.isSignedIn) {
    return {
      title: 'Authentication Required',
      description: 'Please log in to access device features.',
      isAddressMissing: false,
    };
  }
  if (!caller.token) {
    return {
      title: 'Session Expired',
      description: 'Please log in again to continue.',
      isAddressMissing: false,
    };
  }
  if (device.streaming_url) return null;
  return {
    title: 'Stream Unavailable',
    description: 'No streaming URL available for this device.',
    isAddressMissing: true,
  };
}
