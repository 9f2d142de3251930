// Listeners to the encoded packets of a stream, such as a recording.
import type { Packet } from '@pocketfleet/stream-protocol';

type Listener = (packet: Packet) => void;

export interface PacketListeners {
  readonly isEmpty: boolean;
  /** The listener first receives the current configurations. The payload is valid only during the call. */
  add(listener: Listener): () => void;
  notify(packet: Packet): void;
}

export function createPacketListeners(): PacketListeners {
  const listeners = new Set<Listener>();
  const configurations = new Map<Packet['kind'], Packet>();
  return {
    get isEmpty() {
      return listeners.size === 0;
    },
    add(listener) {
      listeners.add(listener);
      for (const packet of configurations.values()) listener(packet);
      return () => listeners.delete(listener);
    },
    notify(packet) {
      if (packet.kind === 'video_config' || packet.kind === 'audio_config') {
        configurations.set(packet.kind, { ...packet, payload: packet.payload.slice() });
      }
      for (const listener of listeners) listener(packet);
    },
  };
}
