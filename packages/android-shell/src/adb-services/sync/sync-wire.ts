// Records of the sync protocol, little-endian (AOSP adb/file_sync_protocol.h, SYNC.TXT).
import type { FileStat } from '../../files/node.ts';

export const SYNC_DATA_MAX_BYTES = 64 * 1024;
export const SYNC_PATH_MAX_BYTES = 1024;

/** The four letters of an id as the number on the wire. */
function syncId(letters: string): number {
  return Buffer.from(letters, 'latin1').readUInt32LE(0);
}

export const SyncId = {
  STAT: syncId('STAT'),
  STA2: syncId('STA2'),
  LST2: syncId('LST2'),
  LIST: syncId('LIST'),
  LIS2: syncId('LIS2'),
  DENT: syncId('DENT'),
  DNT2: syncId('DNT2'),
  SEND: syncId('SEND'),
  RECV: syncId('RECV'),
  DATA: syncId('DATA'),
  DONE: syncId('DONE'),
  OKAY: syncId('OKAY'),
  FAIL: syncId('FAIL'),
  QUIT: syncId('QUIT'),
} as const;

/** id, mode, size, mtime. All zero for a missing file; sizes past 4 GiB wrap, as in adbd. */
export function encodeStatV1(stat: FileStat | null): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(SyncId.STAT, 0);
  if (stat !== null) writeV1(bytes, 4, stat);
  return bytes;
}

/** 72 bytes: id, error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime. */
export function encodeStatV2(id: number, errno: number, stat: FileStat | null): Buffer {
  const bytes = Buffer.alloc(72);
  bytes.writeUInt32LE(id, 0);
  bytes.writeUInt32LE(errno, 4);
  if (stat !== null) writeV2(bytes, 8, stat);
  return bytes;
}

/** DENT: id, mode, size, mtime, name length, name. */
export function encodeEntryV1(name: string, stat: FileStat | null): Buffer {
  const text = Buffer.from(name);
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32LE(SyncId.DENT, 0);
  if (stat !== null) writeV1(bytes, 4, stat);
  bytes.writeUInt32LE(text.length, 16);
  return Buffer.concat([bytes, text]);
}

/** DNT2: as STA2, then name length and name. */
export function encodeEntryV2(name: string, stat: FileStat | null, errno = 0): Buffer {
  const text = Buffer.from(name);
  const bytes = Buffer.alloc(76);
  bytes.writeUInt32LE(SyncId.DNT2, 0);
  bytes.writeUInt32LE(errno, 4);
  if (stat !== null) writeV2(bytes, 8, stat);
  bytes.writeUInt32LE(text.length, 72);
  return Buffer.concat([bytes, text]);
}

/** DONE, padded to the size of an entry: the client reads a whole entry before it looks at the id. */
export function encodeListEnd(version: 1 | 2): Buffer {
  const bytes = Buffer.alloc(version === 1 ? 20 : 76);
  bytes.writeUInt32LE(SyncId.DONE, 0);
  return bytes;
}

export function encodeRecord(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(id, 0);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

export function encodeFail(text: string): Buffer {
  const message = Buffer.from(text);
  return Buffer.concat([encodeRecord(SyncId.FAIL, message.length), message]);
}

function writeV1(bytes: Buffer, offset: number, stat: FileStat): void {
  bytes.writeUInt32LE(stat.mode, offset);
  bytes.writeUInt32LE(stat.size % 2 ** 32, offset + 4);
  bytes.writeUInt32LE(seconds(stat) >>> 0, offset + 8);
}

function writeV2(bytes: Buffer, offset: number, stat: FileStat): void {
  bytes.writeBigUInt64LE(BigInt(stat.dev), offset);
  bytes.writeBigUInt64LE(BigInt(stat.ino), offset + 8);
  bytes.writeUInt32LE(stat.mode, offset + 16);
  bytes.writeUInt32LE(stat.nlink, offset + 20);
  bytes.writeUInt32LE(stat.uid, offset + 24);
  bytes.writeUInt32LE(stat.gid, offset + 28);
  bytes.writeBigUInt64LE(BigInt(stat.size), offset + 32);
  const time = BigInt(seconds(stat));
  for (const field of [40, 48, 56]) bytes.writeBigInt64LE(time, offset + field);
}

function seconds(stat: FileStat): number {
  return Math.floor(stat.mtimeMs / 1000);
}
