// The websocket to the relay, and one that is opened before there is a player for it: between the press and the
// click of a link the line is made, and the first picture comes.
import type { StreamQuality } from '@pocketfleet/contract';
import { findVideoSupport } from './browser-support.ts';

/** What POST /devices/{id}/stream/start answers, as far as the player needs it. */
export interface StartedStream {
  readonly stream_url: string;
  readonly ticket: string;
  /** The ticket is used up: this socket was opened with it. */
  readonly opened?: OpenedSocket;
}

/** What the socket's address asked the relay for. */
export type Asked = { readonly quality: StreamQuality; readonly isPaused: boolean };

/** A socket that nobody listens to yet. It belongs to whoever has it: taken over once, or closed. */
export interface OpenedSocket {
  readonly asked: Asked;
  /** Hands over the socket with what has come until now, in order; it has no listeners then. */
  takeOver(): { readonly socket: WebSocket; readonly waiting: readonly MessageEvent<unknown>[] };
  close(): void;
}

/** The relay starts with what is wanted: a tile never starts the large capture first. */
export function openStreamSocket({ stream_url, ticket }: StartedStream, asked: Asked): WebSocket {
  const url = new URL(stream_url, window.location.href);
  url.searchParams.set('quality', asked.quality);
  if (asked.isPaused) url.searchParams.set('paused', '1');
  const socket = new WebSocket(url.href, ['pocketfleet', ticket]);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/**
 * Opens the socket at once, for the full picture. The player that it is given to takes it over; without one it must be
 * closed. Where this browser needs another picture nothing is opened.
 */
export async function openStreamAhead(started: StartedStream): Promise<StartedStream> {
  const support = await findVideoSupport();
  if (!('decoder' in support) || support.decoder !== 'webcodecs') return started;
  const asked: Asked = { quality: 'focus', isPaused: false };
  const socket = openStreamSocket(started, asked);
  const waiting: MessageEvent<unknown>[] = [];
  socket.onmessage = (event: MessageEvent<unknown>) => waiting.push(event);
  const opened: OpenedSocket = {
    asked,
    takeOver() {
      socket.onmessage = null;
      return { socket, waiting };
    },
    close: () => socket.close(),
  };
  return { ...started, opened };
}
