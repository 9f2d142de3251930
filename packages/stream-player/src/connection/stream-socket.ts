// The websocket to the relay.
import { type Wishes, wishesInAddress } from './stream-settings.ts';

/** What POST /devices/{id}/stream/start answers, as far as the player needs it. */
export interface StartedStream {
  readonly stream_url: string;
  readonly ticket: string;
}

/** The relay starts with what is wanted: a tile never starts the large capture first. */
export function openStreamSocket({ stream_url, ticket }: StartedStream, wishes: Wishes): WebSocket {
  const url = new URL(stream_url, window.location.href);
  for (const [name, value] of Object.entries(wishesInAddress(wishes))) url.searchParams.set(name, value);
  const socket = new WebSocket(url.href, ['pocketfleet', ticket]);
  socket.binaryType = 'arraybuffer';
  return socket;
}
