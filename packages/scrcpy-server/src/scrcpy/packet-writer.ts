// Writes packets to one of scrcpy's media sockets. A write waits until the socket drains: a slow client slows its own
// stream down, as on a phone, and no memory accumulates.
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { encodePacketHeader } from './wire.ts';

export interface PacketWriter {
  raw(bytes: Uint8Array): Promise<void>;
  config(bytes: Uint8Array): Promise<void>;
  media(bytes: Uint8Array, key: boolean, ptsUs: number): Promise<void>;
}

/** Writes reject once `signal` is aborted. */
export function createPacketWriter(socket: Duplex, signal: AbortSignal): PacketWriter {
  const write = async (parts: readonly Uint8Array[]) => {
    signal.throwIfAborted();
    socket.cork();
    let drained = true;
    for (const part of parts) drained = socket.write(part);
    socket.uncork();
    if (!drained) await once(socket, 'drain', { signal });
  };
  return {
    raw: (bytes) => write([bytes]),
    config: (bytes) => write([encodePacketHeader({ config: true }, bytes.length), bytes]),
    media: (bytes, key, ptsUs) =>
      write([encodePacketHeader({ config: false, key, ptsUs }, bytes.length), bytes]),
  };
}
