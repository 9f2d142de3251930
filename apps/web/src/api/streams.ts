import type { TicketPurpose } from '@pocketfleet/contract';
import {
  openStreamAhead,
  refusalOf,
  type StartedStream,
  type StartStream,
  StreamRefusedError,
} from '@pocketfleet/stream-player';
import type { Client } from './client.ts';
import { ApiError } from './errors.ts';

/** What a call without a token is for, in the words of the product (spec section 8). */
const purposes: { readonly [Purpose in TicketPurpose]: string } = {
  view: 'to start streaming',
  control: 'to start streaming',
  shell: 'for shell access',
  files: 'to start streaming',
};

/** From the press to the click; a press that leads nowhere must not leave a stream behind. */
const aheadForMs = 3_000;
type Ahead = {
  client: Client;
  deviceId: string;
  started: Promise<StartedStream>;
  timer: ReturnType<typeof setTimeout>;
};
let ahead: Ahead | undefined;

/** Opens a stream while the button is still going down: the player that the click opens finds it on its way. */
export function startStreamAhead(client: Client, deviceId: string): void {
  forgetStreamAhead();
  const params = { id: deviceId };
  const started = client.call('startStream', { params, body: { purpose: 'control' } }).then(openStreamAhead);
  // The player asks again then, and says why not.
  started.catch(() => undefined);
  ahead = { client, deviceId, started, timer: setTimeout(forgetStreamAhead, aheadForMs) };
}

/** The press leads nowhere: what was opened for it, and not taken yet, is closed. */
export function forgetStreamAhead(): void {
  clearTimeout(ahead?.timer);
  ahead?.started.then(({ opened }) => opened?.close()).catch(() => undefined);
  ahead = undefined;
}

/** What was begun ahead for this phone, once. */
function takeAhead(client: Client, deviceId: string): Promise<StartedStream | undefined> | undefined {
  const taken = ahead;
  if (taken?.client !== client || taken.deviceId !== deviceId) return undefined;
  clearTimeout(taken.timer);
  ahead = undefined;
  return taken.started.catch(() => undefined);
}

/** Asks for a ticket of this purpose at each connect and reconnect; throws StreamRefusedError with a sentence. */
export function createStartStream(
  client: Client,
  deviceId: string,
  purpose: TicketPurpose = 'control',
): StartStream {
  return async (signal) => {
    const early = purpose === 'control' ? await takeAhead(client, deviceId) : undefined;
    if (early !== undefined) return early;
    try {
      return await client.call('startStream', {
        params: { id: deviceId },
        body: { purpose },
        signal,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
      if (error.status === 401) {
        throw new StreamRefusedError(`Authentication required ${purposes[purpose]}`, false);
      }
      throw refusalOf(error.status, error.code, error.detail ?? undefined);
    }
  };
}

/** Where a phone is streamed, asked anew. Throws ApiError; a missing token is named first (spec section 8). */
export async function getStreamingUrl(
  client: Client,
  token: string | null,
  deviceId: string,
): Promise<string> {
  if (!token) throw new StreamRefusedError('Authentication required for stream URL access', false);
  const { streaming_url } = await client.call('getStreamingUrl', { params: { id: deviceId } });
  return streaming_url;
}
