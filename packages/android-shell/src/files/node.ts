import type { Stats } from 'node:fs';
import type { PhoneModes } from './phone-modes.ts';

export const MODE_TYPE = { file: 0o100000, dir: 0o040000, link: 0o120000 } as const;
type FileKind = keyof typeof MODE_TYPE;

export interface FileStat {
  readonly kind: FileKind;
  /** Type and permission bits, as stat(2) gives them. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
  readonly dev: number;
  readonly nlink: number;
}

/** A virtual folder: system folders and mount points. Read-only for everyone. */
export interface VirtualDir {
  readonly kind: 'dir';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** The error for a write into the folder. */
  readonly refusal: 'EROFS' | 'EACCES';
  entries(): ReadonlyMap<string, VirtualNode>;
}

interface VirtualFile {
  readonly kind: 'file';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Bytes that are made at each read, or the host file that holds them. */
  readonly content: (() => Uint8Array) | { readonly hostPath: string };
}

interface VirtualLink {
  readonly kind: 'link';
  readonly target: string;
}

/** A folder of the host that holds a writable part of the phone's tree. */
export type Mount = EmulatedMount | PlainMount;

/** The shared storage: fixed owners and modes, no links. */
interface EmulatedMount {
  readonly kind: 'mount';
  readonly hostDir: string;
  readonly flavour: 'emulated';
}

/** A folder on ext4 or f2fs that shell may write to. */
interface PlainMount {
  readonly kind: 'mount';
  readonly hostDir: string;
  readonly flavour: 'plain';
  /** Mode of the folder itself, until its owner changes it. */
  readonly mode: number;
  readonly uid: number;
  readonly modes: PhoneModes;
}

export type VirtualNode = VirtualDir | VirtualFile | VirtualLink | Mount;

/** A file, folder or link of the host below a mount. */
export interface HostNode {
  readonly kind: 'host';
  readonly hostPath: string;
  readonly mount: Mount;
  readonly stats: Stats;
}

export type Node = VirtualNode | HostNode;

/** Android's fixed numbers (system/core/include/private/android_filesystem_config.h). */
export const AID = { root: 0, system: 1000, shell: 2000, sdcard_rw: 1015 } as const;
/** The groups that adbd gives to shell. */
const SHELL_GROUPS = new Set([
  2000, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011,
]);

const permissionBits = { read: 4, write: 2, search: 1 } as const;

/** Whether the shell user has this permission. */
export function mayShell(stat: FileStat, permission: keyof typeof permissionBits): boolean {
  const wanted = permissionBits[permission];
  if (stat.uid === AID.shell) return ((stat.mode >> 6) & wanted) === wanted;
  if (SHELL_GROUPS.has(stat.gid)) return ((stat.mode >> 3) & wanted) === wanted;
  return (stat.mode & wanted) === wanted;
}

export function virtualDir(
  mode: number,
  uid: number,
  gid: number,
  entries: VirtualDir['entries'],
  refusal: VirtualDir['refusal'] = 'EACCES',
): VirtualDir {
  return { kind: 'dir', mode, uid, gid, refusal, entries };
}

/** A file whose group is its owner's. */
export function virtualFile(mode: number, uid: number, content: VirtualFile['content']): VirtualFile {
  return { kind: 'file', mode, uid, gid: uid, content };
}

// A link of the phone is stored as a host link whose target is one escaped name. The host can only resolve it to a
// sibling of that name, so no link can lead out of the phone's folder.
const LINK_PREFIX = 'link:';

export function encodeLinkTarget(target: string): string {
  return LINK_PREFIX + encodeURIComponent(target);
}

export function decodeLinkTarget(stored: string): string {
  return stored.startsWith(LINK_PREFIX) ? decodeURIComponent(stored.slice(LINK_PREFIX.length)) : stored;
}
