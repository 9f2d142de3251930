// The frame's request for a stream, with the customer's token from the cookie.
import { ApiError } from '@pocketfleet/client';
import { callRoute } from '@pocketfleet/client/call-route';
import { startStream, type TicketPurpose } from '@pocketfleet/contract';
import type { StartStream } from '@pocketfleet/stream-player';
import { playerError, watchIfNotControl } from '../streams/start-stream.ts';
import { callHeaders } from './call-headers.ts';

let sentAuthorization: string | undefined;
/** With which token a stream was asked for last; undefined before the first time. */
export const lastAuthorization = (): string | undefined => sentAuthorization;

/** `onStarted` receives the end of the rental, null without one, at each connect and reconnect. */
export function createStartStream(
  deviceId: string,
  purpose: 'view' | 'control',
  onStarted: (expiresAt: string | null) => void,
): StartStream {
  return async (signal) => {
    try {
      const headers = callHeaders();
      if (headers === null) throw new ApiError({ status: 401, code: 'not_authenticated', detail: null });
      sentAuthorization = headers['authorization'];
      const ask = (asked: TicketPurpose) =>
        callRoute(
          { baseUrl: '/api' },
          startStream,
          { params: { id: deviceId }, body: { purpose: asked }, signal },
          { headers },
        );
      const started = await watchIfNotControl(ask, purpose);
      onStarted(started.expires_at);
      return started;
    } catch (error) {
      throw playerError(error, purpose);
    }
  };
}
