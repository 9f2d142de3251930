// Bytes from the relay, read by their format; undefined where they are something else.
import {
  type Beat,
  decodeBeat,
  decodePacket,
  type Packet,
  PacketFormatError,
} from '@pocketfleet/stream-protocol';

export const readPacket = (bytes: ArrayBuffer): Packet | undefined =>
  read(decodePacket, new Uint8Array(bytes));
export const readBeat = (payload: Uint8Array): Beat | undefined => read(decodeBeat, payload);

function read<Thing>(decode: (bytes: Uint8Array) => Thing, bytes: Uint8Array): Thing | undefined {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof PacketFormatError) return undefined;
    throw error;
  }
}
