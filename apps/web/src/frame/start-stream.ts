// POST /devices/{id}/stream/start for the frame, with the customer's token from the cookie.
import { errorAnswer, startStream } from '@pocketfleet/contract';
import { createRefusal, type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';

export function createStartStream(deviceId: string): StartStream {
  return async (signal) => {
    const token = readAccessToken(document.cookie);
    if (token === undefined)
      throw new StreamRefusedError('Authentication required to start streaming', false, true);
    const path = startStream.path.replace('{id}', encodeURIComponent(deviceId));
    const response = await fetch(`/api${path}`, {
      method: startStream.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'control' }),
      signal,
    });
    if (response.ok) return startStream.answer.parse(await response.json());
    if (response.status >= 500) throw new Error(`stream/start responded ${response.status}`);
    const { data } = errorAnswer.safeParse(await response.json().catch(() => undefined));
    throw createRefusal(response.status, data?.code ?? '', data?.detail);
  };
}

/** The access token in a cookie header's text. */
export function readAccessToken(cookies: string): string | undefined {
  for (const cookie of cookies.split('; ')) {
    const separator = cookie.indexOf('=');
    if (cookie.slice(0, separator) !== 'access_token') continue;
    return decodeURIComponent(cookie.slice(separator + 1)) || undefined;
  }
  return undefined;
}
