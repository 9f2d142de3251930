// The video of a recording's chunk: packets one after the other. All integers big-endian.
//
//   0  u32  length of the packet
//   4  u32  time in ms from the beginning of the recording
//   8  ...  the packet, as in packet.ts
//
// A chunk with video begins with a `video_config` packet, so that it can be played alone from its first key packet.
import { maxPacketLength, PacketFormatError } from './packet.ts';

const headLength = 8;

export interface RecordedPacket {
  readonly atMs: number;
  /** A view into the chunk, not a copy. */
  readonly packet: Uint8Array<ArrayBuffer>;
}

/** The bytes in front of a packet of this length. */
export function encodeRecordedHead(packetLength: number, atMs: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(headLength);
  const view = new DataView(head.buffer);
  view.setUint32(0, packetLength);
  view.setUint32(4, atMs);
  return head;
}

/** Throws PacketFormatError for a length that does not fit. */
export function readRecordedPackets(bytes: Uint8Array<ArrayBuffer>): RecordedPacket[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: RecordedPacket[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < headLength) throw new PacketFormatError('a recorded packet is cut');
    const length = view.getUint32(at);
    const end = at + headLength + length;
    if (length > maxPacketLength || end > bytes.length) {
      throw new PacketFormatError(`a recorded packet of ${length} bytes`);
    }
    packets.push({ atMs: view.getUint32(at + 4), packet: bytes.subarray(at + headLength, end) });
    at = end;
  }
  return packets;
}
