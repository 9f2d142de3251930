// Entries of a host folder, with the modes that they have on the phone.
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FsError } from './fs-error.ts';
import type { FileStat, Node } from './node.ts';
import { hostMode } from './phone-modes.ts';
import { hostPathOf, type Place, statNode } from './resolve-path.ts';

export interface NamedStat extends FileStat {
  readonly name: string;
}

export function listHost(node: Node, path: string): NamedStat[] {
  const host = hostPathOf(node);
  if (host === undefined) throw new FsError('EIO', path);
  if (node.kind === 'mount') mkdirSync(node.hostDir, { recursive: true });
  const found: NamedStat[] = [];
  for (const name of readdirSync(host.hostPath)) {
    const hostPath = join(host.hostPath, name);
    // A file may disappear while the folder is read.
    const stats = lstatSync(hostPath, { throwIfNoEntry: false });
    if (stats !== undefined)
      found.push({ name, ...statNode({ kind: 'host', hostPath, mount: host.mount, stats }) });
  }
  return found;
}

/** Stores the phone's mode of a file or folder, and returns the mode for the host. */
export function keepMode(node: Node, inode: number, mode: number, kind: 'file' | 'dir'): number {
  const mount = hostPathOf(node)?.mount;
  return mount?.flavour === 'plain' ? mount.modes.set(inode, mode, kind) : hostMode(mode, kind);
}

export function forgetMode({ parent, node }: Place): void {
  const mount = hostPathOf(parent)?.mount;
  if (mount?.flavour === 'plain' && node?.kind === 'host') mount.modes.forget(node.stats.ino);
}
