// The reason why a phone can't be streamed, in the words of spec sections 5 and 8. Pure.
import type { Device } from '@pocketfleet/contract';
import * as texts from '#language/devices';

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
      title: texts.authenticationRequired,
      description: texts.pleaseLogInToAccess,
      isAddressMissing: false,
    };
  }
  if (!caller.token) {
    return {
      title: texts.sessionExpired,
      description: texts.pleaseLogInAgainToContinue,
      isAddressMissing: false,
    };
  }
  if (device.streaming_url) return null;
  return {
    title: texts.streamUnavailable,
    description: texts.noStreamingUrlAvailable,
    isAddressMissing: true,
  };
}
