// Who listens to the packets as they come, beside the picture that is made of them: a recording.
import type { Packet } from '@pocketfleet/stream-protocol';

type Listener = (packet: Packet) => void;

export interface PacketTap {
  /** The configurations that hold now come first. The payload is only valid during the call. */
  listen(listener: Listener): () => void;
  pass(packet: Packet): void;
}

export function createPacketTap(): PacketTap {
  const listeners = new Set<Listener>();
  const configurations = new Map<Packet['kind'], Packet>();
  return {
    listen(listener) {
      listeners.add(listener);
      for (const packet of configurations.values()) listener(packet);
      return () => listeners.delete(listener);
    },
    pass(packet) {
      if (packet.kind === 'video_config' || packet.kind === 'audio_config') {
        configurations.set(packet.kind, { ...packet, payload: packet.payload.slice() });
      }
      for (const listener of listeners) listener(packet);
    },
  };
}
