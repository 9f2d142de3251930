import type { Client } from '@pocketfleet/client';
import { ApiError } from '@pocketfleet/client';
import type { TicketPurpose } from '@pocketfleet/contract';
import { createRefusal, type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import * as texts from '#language/streams';

/** The purposes that a page opens; adb is for programs. */
type PagePurpose = Exclude<TicketPurpose, 'adb'>;

/** Requests a ticket for this purpose at each connect and reconnect. Throws StreamRefusedError with a sentence to show. */
export function createStartStream(
  client: Client,
  deviceId: string,
  purpose: PagePurpose = 'control',
): StartStream {
  return (signal) => {
    const ask = (asked: TicketPurpose) =>
      client.call('startStream', { params: { id: deviceId }, body: { purpose: asked }, signal });
    return watchIfNotControl(ask, purpose).catch((error: unknown) => {
      throw playerError(error, purpose);
    });
  };
}

/** Asks for a ticket. A caller who may not control a phone may still be allowed to watch it. */
export async function watchIfNotControl<Started>(
  ask: (purpose: TicketPurpose) => Promise<Started>,
  purpose: TicketPurpose,
): Promise<Started> {
  try {
    return await ask(purpose);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 403 && error.code === 'forbidden';
    if (purpose !== 'control' || !isRefused) throw error;
    return ask('view');
  }
}

/** The player's error for a ticket that the API has refused. The player retries after every other error. */
export function playerError(error: unknown, purpose: PagePurpose): unknown {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return error;
  if (error.status === 401) {
    return new StreamRefusedError(texts.authenticationRequired(purpose), false, true);
  }
  return createRefusal(error.status, error.code, error.detail ?? undefined);
}

/**
 * Asks the server for the address of a phone's frame. Throws ApiError for a refusal. While the server fails, the address is
 * `ownAddress`, which every phone has: that page asks for itself and shows why it can't be opened (spec section 8).
 */
export async function getStreamingUrl(
  client: Client,
  token: string | null,
  deviceId: string,
  ownAddress: string,
): Promise<string> {
  if (!token) throw new StreamRefusedError(texts.authenticationRequiredForUrl, false);
  try {
    const { streaming_url } = await client.call('getStreamingUrl', { params: { id: deviceId } });
    return streaming_url;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return ownAddress;
    throw error;
  }
}
