import type { TicketPurpose } from '@pocketfleet/contract';
import { type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';

/** Refusals that may pass by themselves; every other one ends the tries. */
const passing = new Set(['device_offline', 'assignment_not_started', 'too_many_requests']);

/** Asks for a ticket of this purpose at each connect and reconnect; throws StreamRefusedError with a sentence. */
export function createStartStream(
  client: Client,
  deviceId: string,
  purpose: TicketPurpose = 'control',
): StartStream {
  return async (signal) => {
    try {
      return await client.call('startStream', {
        params: { id: deviceId },
        body: { purpose },
        signal,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
      throw new StreamRefusedError(
        error.detail ?? 'This phone can’t be streamed.',
        passing.has(error.code) || error.status === 429,
      );
    }
  };
}
