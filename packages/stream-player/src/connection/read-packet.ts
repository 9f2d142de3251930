// A packet from the relay, read by its format; undefined where the bytes are something else.
import { decodePacket, type Packet, PacketFormatError } from '@pocketfleet/stream-protocol';

export function readPacket(bytes: ArrayBuffer): Packet | undefined {
  try {
    return decodePacket(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof PacketFormatError) return undefined;
    throw error;
  }
}
