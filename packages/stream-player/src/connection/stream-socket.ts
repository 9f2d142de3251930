// The websocket to the relay and its messages.
import { type ViewerNotice, viewerNotice } from '@pocketfleet/contract';
import {
  decodePacketHeader,
  type Packet,
  PacketFormatError,
  packetHeaderLength,
} from '@pocketfleet/stream-protocol';
import { dialRelay } from './dial-relay.ts';
import type { StartedStream } from './start-stream.ts';
import { type StreamSettings, settingsToQuery } from './stream-settings.ts';

export interface ReceivedPacket extends Packet {
  /** A view into the received message, without its header. */
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** The address carries the settings, so that a tile never starts the large capture first. */
export function openStreamSocket({ stream_url, ticket }: StartedStream, settings: StreamSettings): WebSocket {
  const url = new URL(stream_url, window.location.href);
  for (const [name, value] of Object.entries(settingsToQuery(settings))) url.searchParams.set(name, value);
  const socket = dialRelay(url.href, ticket);
  socket.binaryType = 'arraybuffer';
  return socket;
}

/** Undefined for an unknown message: a newer relay may send more than this version knows. */
export function parseNotice(text: string): ViewerNotice | undefined {
  try {
    return viewerNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Undefined for a message that is no packet. */
export function parsePacket(bytes: Uint8Array<ArrayBuffer>): ReceivedPacket | undefined {
  try {
    return { ...decodePacketHeader(bytes), payload: bytes.subarray(packetHeaderLength) };
  } catch (error) {
    if (error instanceof PacketFormatError) return undefined;
    throw error;
  }
}
