// shell_v2 packets: id u8, length u32 little-endian, data (AOSP adb/shell_protocol.h).

export const ShellPacketId = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
  windowSize: 5,
} as const;

export const SHELL_HEADER_BYTES = 5;
/** The largest packet that a host may send; adb's own buffer is far smaller. */
export const SHELL_PACKET_MAX_BYTES = 1024 * 1024;

export function encodeShellPacket(id: number, data: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(SHELL_HEADER_BYTES + data.length);
  packet.writeUInt8(id, 0);
  packet.writeUInt32LE(data.length, 1);
  packet.set(data, SHELL_HEADER_BYTES);
  return packet;
}

export interface WindowSize {
  readonly rows: number;
  readonly columns: number;
}

/** "rowsxcolumns,widthxheight" in characters and pixels; null for anything else. */
export function parseWindowSize(data: Buffer): WindowSize | null {
  const match = /^(\d{1,5})x(\d{1,5}),\d{1,5}x\d{1,5}\0?$/.exec(data.toString('latin1'));
  return match === null ? null : { rows: Number(match[1]), columns: Number(match[2]) };
}
