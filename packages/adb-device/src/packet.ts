// The adb packet: a 24-byte little-endian header and a payload (AOSP adb/protocol.txt).
import { u32 } from './little-endian.ts';

export const PacketCommand = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
} as const;

export const HEADER_BYTES = 24;
/** Since this version, data_check is sent as 0 and not verified. */
export const VERSION_SKIP_CHECKSUM = 0x01000001;
export const VERSION_MIN = 0x01000000;
/** The largest payload that we announce and accept. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** The largest payload before CNXN has negotiated the size (adbd's MAX_PAYLOAD_V1). */
export const MAX_PAYLOAD_V1_BYTES = 4 * 1024;

export interface PacketHeader {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly length: number;
  readonly checksum: number;
}

/** Header bytes for a payload. `checksum` is 0 for peers of version 0x01000001 and later. */
export function encodeHeader(
  command: number,
  arg0: number,
  arg1: number,
  length: number,
  checksum: number,
): Buffer {
  return u32(command, arg0, arg1, length, checksum, command ^ 0xffffffff);
}

/** Null when magic isn't the command's complement, so the peer doesn't speak adb. */
export function parseHeader(bytes: Buffer): PacketHeader | null {
  const command = bytes.readUInt32LE(0);
  if (bytes.readUInt32LE(20) !== (command ^ 0xffffffff) >>> 0) return null;
  return {
    command,
    arg0: bytes.readUInt32LE(4),
    arg1: bytes.readUInt32LE(8),
    length: bytes.readUInt32LE(12),
    checksum: bytes.readUInt32LE(16),
  };
}

/** adb's "crc32" is the plain sum of the payload's bytes. */
export function sumBytes(payload: Uint8Array, start = 0): number {
  let sum = start;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}
