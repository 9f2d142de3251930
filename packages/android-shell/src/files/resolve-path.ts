import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { FsError, fromHostError } from './fs-error.ts';
import {
  AID,
  decodeLinkTarget,
  type FileStat,
  type HostNode,
  MODE_TYPE,
  type Mount,
  mayShell,
  type Node,
  type VirtualDir,
} from './node.ts';

const MAX_LINKS = 40;
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** The result of resolving a path. `node` is undefined if only the parent exists. */
export interface Place {
  /** Canonical path on the phone, without links. */
  readonly path: string;
  readonly name: string;
  readonly parent: Node;
  readonly node: Node | undefined;
}

/** Resolves a path as the shell user: follows the phone's links and checks the search permission of each folder. */
export function resolvePath(
  root: VirtualDir,
  path: string,
  followLast: boolean,
  who: 'shell' | 'root' = 'shell',
): Place {
  if (path.includes('\0') || path === '') throw new FsError('ENOENT', path);
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new FsError('ENAMETOOLONG', path);
  const pending = path.split('/').reverse();
  const trail: { name: string; node: Node }[] = [];
  let links = 0;
  let place: Place = { path: '/', name: '', parent: root, node: root };
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === '' || part === '.') continue;
    if (place.node === undefined) {
      if (who === 'root') return place;
      throw new FsError('ENOENT', path);
    }
    const parent = trail.at(-1)?.node ?? root;
    if (part === '..') {
      trail.pop();
      place = placeOf(root, trail);
      continue;
    }
    if (Buffer.byteLength(part) > MAX_NAME_BYTES) throw new FsError('ENAMETOOLONG', path);
    const stat = statNode(parent);
    if (stat.kind !== 'dir') throw new FsError('ENOTDIR', path);
    if (who === 'shell' && !mayShell(stat, 'search')) throw new FsError('EACCES', path);
    const node = child(parent, part, path);
    const isLast = pending.every((rest) => rest === '');
    const target = node === undefined ? undefined : linkTarget(node);
    if (target !== undefined && (followLast || !isLast)) {
      links += 1;
      if (links > MAX_LINKS) throw new FsError('ELOOP', path);
      if (target.startsWith('/')) trail.length = 0;
      pending.push(...target.split('/').reverse());
      place = placeOf(root, trail);
      continue;
    }
    const above = trail.map((step) => step.name).join('/');
    place = { path: `/${above === '' ? '' : `${above}/`}${part}`, name: part, parent, node };
    if (node !== undefined) trail.push({ name: part, node });
  }
  return place;
}

export function linkTarget(node: Node): string | undefined {
  if (node.kind === 'link') return node.target;
  if (node.kind !== 'host' || !node.stats.isSymbolicLink()) return undefined;
  return decodeLinkTarget(readlinkSync(node.hostPath));
}

export function statNode(node: Node): FileStat {
  switch (node.kind) {
    case 'host':
      return hostStat(node.stats, node.mount, linkTarget(node)?.length);
    case 'mount':
      return mountStat(node);
    case 'link':
      return made('link', 0o777, AID.root, AID.root, node.target.length);
    case 'dir':
      return made('dir', node.mode, node.uid, node.gid, 4096);
    case 'file': {
      if (typeof node.content === 'function')
        return made('file', node.mode, node.uid, node.gid, node.content().length);
      const stats = lstatSync(node.content.hostPath, { throwIfNoEntry: false });
      return {
        ...made('file', node.mode, node.uid, node.gid, stats?.size ?? 0),
        mtimeMs: stats?.mtimeMs ?? 0,
      };
    }
  }
}

/** The host's path of a node in a mount; undefined for a virtual node. */
export function hostPathOf(node: Node): { hostPath: string; mount: Mount } | undefined {
  if (node.kind === 'host') return { hostPath: node.hostPath, mount: node.mount };
  if (node.kind === 'mount') return { hostPath: node.hostDir, mount: node };
  return undefined;
}

function child(parent: Node, name: string, path: string): Node | undefined {
  if (parent.kind === 'dir') return parent.entries().get(name);
  const host = hostPathOf(parent);
  if (host === undefined) return undefined;
  const hostPath = join(host.hostPath, name);
  try {
    const stats = lstatSync(hostPath, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return { kind: 'host', hostPath, mount: host.mount, stats } satisfies HostNode;
  } catch (error) {
    throw fromHostError(error, path);
  }
}

function placeOf(root: VirtualDir, trail: readonly { name: string; node: Node }[]): Place {
  const last = trail.at(-1);
  if (last === undefined) return { path: '/', name: '', parent: root, node: root };
  return {
    path: `/${trail.map((step) => step.name).join('/')}`,
    name: last.name,
    parent: trail.at(-2)?.node ?? root,
    node: last.node,
  };
}

// Virtual files have the date of a factory image.
const FACTORY_MS = Date.UTC(2009, 0, 1);

function made(kind: FileStat['kind'], mode: number, uid: number, gid: number, size: number): FileStat {
  return {
    kind,
    mode: MODE_TYPE[kind] | mode,
    uid,
    gid,
    size,
    mtimeMs: FACTORY_MS,
    ino: 1,
    dev: 1,
    nlink: 1,
  };
}

function mountStat(mount: Mount): FileStat {
  const stats = lstatSync(mount.hostDir, { throwIfNoEntry: false });
  const ino = stats?.ino ?? 1;
  const own =
    mount.flavour === 'emulated'
      ? made('dir', 0o2770, AID.root, AID.sdcard_rw, 4096)
      : made('dir', mount.modes.of(ino) ?? mount.mode, mount.uid, AID.shell, 4096);
  return { ...own, mtimeMs: stats?.mtimeMs ?? 0, ino };
}

function hostStat(stats: Stats, mount: Mount, linkBytes: number | undefined): FileStat {
  const kind = stats.isDirectory() ? 'dir' : stats.isSymbolicLink() ? 'link' : 'file';
  const emulated = mount.flavour === 'emulated';
  const emulatedMode = kind === 'dir' ? 0o2770 : 0o660;
  const mode =
    mount.flavour === 'emulated' ? emulatedMode : (mount.modes.of(stats.ino) ?? stats.mode & 0o777);
  return {
    kind,
    mode: MODE_TYPE[kind] | (kind === 'link' ? 0o777 : mode),
    uid: emulated ? AID.root : AID.shell,
    gid: emulated ? AID.sdcard_rw : AID.shell,
    size: kind === 'dir' ? 4096 : (linkBytes ?? stats.size),
    mtimeMs: stats.mtimeMs,
    ino: stats.ino,
    dev: 2,
    nlink: stats.nlink,
  };
}
