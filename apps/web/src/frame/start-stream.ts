// The frame's request for a stream, with the customer's token from the cookie.
import { ApiError } from '@pocketfleet/client';
import { callRoute } from '@pocketfleet/client/call-route';
import { startStream, type TicketPurpose, workspaceHeader } from '@pocketfleet/contract';
import type { StartStream } from '@pocketfleet/stream-player';
import { readCookie, tokenCookieName } from '../session/read-cookie.ts';
import { playerError, watchIfNotControl } from '../streams/start-stream.ts';
import { teamId } from '../team.ts';

/** `onStarted` receives the end of the rental, null without one, at each connect and reconnect. */
export function createStartStream(
  deviceId: string,
  purpose: 'view' | 'control',
  onStarted: (expiresAt: string | null) => void,
): StartStream {
  return async (signal) => {
    try {
      const token = readCookie(document, tokenCookieName);
      if (token === null) throw new ApiError({ status: 401, code: 'not_authenticated', detail: null });
      const headers = { authorization: `Bearer ${token}`, ...(teamId ? { [workspaceHeader]: teamId } : {}) };
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
