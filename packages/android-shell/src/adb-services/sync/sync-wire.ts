// Records of the sync protocol, little-endian (AOSP adb/file_sync_protocol.h, SYNC.TXT).
import { u32, u64 } from '@pocketfleet/adb-device';
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

/** id, mode, size, mtime. All zero for a missing file. */
export function encodeStatV1(stat: FileStat | null): Buffer {
  return u32(SyncId.STAT, ...fieldsV1(stat));
}

/** 72 bytes: id, error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime. */
export function encodeStatV2(id: number, errno: number, stat: FileStat | null): Buffer {
  if (stat === null) return Buffer.concat([u32(id, errno), Buffer.alloc(64)]);
  const time = seconds(stat);
  return Buffer.concat([
    u32(id, errno),
    u64(stat.dev, stat.ino),
    u32(stat.mode, stat.nlink, stat.uid, stat.gid),
    u64(stat.size, time, time, time),
  ]);
}

/** DENT: id, mode, size, mtime, name length, name. */
export function encodeEntryV1(name: string, stat: FileStat | null): Buffer {
  const text = Buffer.from(name);
  return Buffer.concat([u32(SyncId.DENT, ...fieldsV1(stat), text.length), text]);
}

/** DNT2: as STA2, then name length and name. */
export function encodeEntryV2(name: string, stat: FileStat | null, errno = 0): Buffer {
  const text = Buffer.from(name);
  return Buffer.concat([encodeStatV2(SyncId.DNT2, errno, stat), u32(text.length), text]);
}

/** DONE, padded to the size of an entry: the client reads a whole entry before it looks at the id. */
export function encodeListEnd(version: 1 | 2): Buffer {
  return Buffer.concat([u32(SyncId.DONE), Buffer.alloc(version === 1 ? 16 : 72)]);
}

export function encodeFail(text: string): Buffer {
  const message = Buffer.from(text);
  return Buffer.concat([u32(SyncId.FAIL, message.length), message]);
}

/** Sizes past 4 GiB wrap, as in adbd. */
function fieldsV1(stat: FileStat | null): readonly [mode: number, size: number, time: number] {
  return stat === null ? [0, 0, 0] : [stat.mode, stat.size, seconds(stat)];
}

function seconds(stat: FileStat): number {
  return Math.floor(stat.mtimeMs / 1000);
}
