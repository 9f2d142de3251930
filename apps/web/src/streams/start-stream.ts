import type { TicketPurpose } from '@pocketfleet/contract';
import { createRefusal, type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

/** What a call without a token is for, in the words of the product (spec section 8). */
const purposes: { readonly [Purpose in TicketPurpose]: string } = {
  view: 'to start streaming',
  control: 'to start streaming',
  shell: 'for shell access',
  files: 'to start streaming',
};

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
      if (error.status === 401) {
        throw new StreamRefusedError(`Authentication required ${purposes[purpose]}`, false, true);
      }
      throw createRefusal(error.status, error.code, error.detail ?? undefined);
    }
  };
}

/**
 * Where a phone is streamed, asked anew. Throws ApiError for a refusal; a missing token is named first. Where the
 * server can't say, it is `ownAddress`: the one that every phone has, which asks for itself and says why it can't be opened
 * (spec section 8, spec-decisions 26).
 */
export async function getStreamingUrl(
  client: Client,
  token: string | null,
  deviceId: string,
  ownAddress: string,
): Promise<string> {
  if (!token) throw new StreamRefusedError('Authentication required for stream URL access', false);
  try {
    const { streaming_url } = await client.call('getStreamingUrl', { params: { id: deviceId } });
    return streaming_url;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return ownAddress;
    throw error;
  }
}
