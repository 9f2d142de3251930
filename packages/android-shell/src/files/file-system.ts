// The phone's own file system: a made-up, read-only Android tree with writable mounts that lie in a folder
// of the host. Paths are the phone's; the host's files can't be reached by any of them. The caller is always
// the shell user (or an app, for the shared storage, which shell may see as well).
import { constants, lstatSync } from 'node:fs';
import {
  chmod,
  type FileHandle,
  lutimes,
  mkdir,
  open,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises';
import { join, posix } from 'node:path';
import { FileWriter } from './file-writer.ts';
import { FsError, type FsErrorCode, fromHostError } from './fs-error.ts';
import { forgetMode, keepMode, listHost, type NamedStat } from './host-nodes.ts';
import {
  AID,
  encodeLinkTarget,
  type FileStat,
  type Mount,
  mayShell,
  type Node,
  type VirtualDir,
} from './node.ts';
import { hostMode } from './phone-modes.ts';
import { blockBytes, type Storage } from './storage.ts';
import { hostPathOf, linkTarget, type Place, statNode, walk } from './walk.ts';

/** Something to read: bytes made up, or a handle that the reader closes. */
export type OpenFile =
  | { readonly bytes: Uint8Array }
  | { readonly handle: FileHandle; readonly size: number };

export class FileSystem {
  readonly storage: Storage;
  /** A fault: nothing can be removed. */
  keepsFiles = false;
  private readonly root: VirtualDir;
  private readonly listeners = new Set<(path: string) => void>();

  constructor(root: VirtualDir, storage: Storage) {
    this.root = root;
    this.storage = storage;
  }

  stat(path: string): FileStat {
    return statNode(this.existing(walk(this.root, path, true), path));
  }

  lstat(path: string): FileStat {
    // As with lstat(2), a slash at the end asks for what the link leads to.
    return statNode(this.existing(walk(this.root, path, path.endsWith('/')), path));
  }

  /** Whether it is there, also where shell may not look: for tests of what was left behind. */
  holds(path: string): boolean {
    return walk(this.root, path, false, 'root').node !== undefined;
  }

  realPath(path: string): string {
    const place = walk(this.root, path, true);
    this.existing(place, path);
    return place.path;
  }

  list(path: string): NamedStat[] {
    const node = this.existing(walk(this.root, path, true), path);
    const stat = statNode(node);
    if (stat.kind !== 'dir') throw new FsError('ENOTDIR', path);
    if (!mayShell(stat, 4)) throw new FsError('EACCES', path);
    if (node.kind === 'dir') {
      return [...node.entries()].map(([name, entry]) => ({ name, ...statNode(entry) }));
    }
    return listHost(node, path);
  }

  async openRead(path: string): Promise<OpenFile> {
    const node = this.existing(walk(this.root, path, true), path);
    const stat = statNode(node);
    if (stat.kind === 'dir') throw new FsError('EISDIR', path);
    if (!mayShell(stat, 4)) throw new FsError('EACCES', path);
    const content = node.kind === 'file' ? node.content : hostPathOf(node);
    if (typeof content === 'function') return { bytes: content() };
    const hostPath = content?.hostPath;
    if (hostPath === undefined) throw new FsError('EIO', path);
    try {
      const handle = await open(hostPath, constants.O_RDONLY | constants.O_NOFOLLOW);
      return { handle, size: stat.size };
    } catch (error) {
      throw fromHostError(error, path);
    }
  }

  async readFile(path: string): Promise<Uint8Array> {
    const file = await this.openRead(path);
    if ('bytes' in file) return file.bytes;
    try {
      return await file.handle.readFile();
    } finally {
      await file.handle.close();
    }
  }

  /** Opens for writing; creates the file where it is missing. `mode` is for a new file only. */
  async openWrite(path: string, options: { mode: number; append?: boolean }): Promise<FileWriter> {
    const place = walk(this.root, path, true);
    const hostPath = this.writableHostPath(place, path);
    const before = place.node === undefined ? undefined : statNode(place.node);
    if (before?.kind === 'dir') throw new FsError('EISDIR', path);
    if (before !== undefined && !mayShell(before, 2)) throw new FsError('EACCES', path);
    if (this.storage.freeBytes === 0) throw new FsError('ENOSPC', path);
    const kept = options.append === true ? (before?.size ?? 0) : 0;
    const how = options.append === true ? constants.O_APPEND : constants.O_TRUNC;
    try {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | how;
      const handle = await open(hostPath, flags, hostMode(options.mode, 'file'));
      if (before === undefined)
        await handle.chmod(keepMode(place.parent, (await handle.stat()).ino, options.mode, 'file'));
      this.storage.release(blockBytes(before?.size ?? 0) - blockBytes(kept));
      return new FileWriter(handle, this.storage, path, kept, () => this.changed(place.path));
    } catch (error) {
      throw fromHostError(error, path);
    }
  }

  async writeFile(
    path: string,
    data: Uint8Array,
    options: { mode?: number; append?: boolean } = {},
  ): Promise<void> {
    const writer = await this.openWrite(path, { mode: 0o644, ...options });
    try {
      await writer.write(data);
      await writer.close();
    } finally {
      await writer.abandon();
    }
  }

  async mkdir(path: string, mode = 0o771): Promise<void> {
    const place = walk(this.root, path, false);
    if (place.node !== undefined) throw new FsError('EEXIST', path);
    const hostPath = this.writableHostPath(place, path);
    await this.onHost(path, async () => {
      await mkdir(hostPath);
      await chmod(hostPath, keepMode(place.parent, lstatSync(hostPath).ino, mode, 'dir'));
    });
    this.changed(place.path);
  }

  /** Makes the folder and all above it that are missing. */
  async mkdirs(path: string, mode = 0o771): Promise<void> {
    const parts = path.split('/').filter((part) => part !== '');
    for (let depth = 1; depth <= parts.length; depth++) {
      const part = `/${parts.slice(0, depth).join('/')}`;
      if (walk(this.root, part, true).node === undefined) await this.mkdir(part, mode);
    }
  }

  async symlink(target: string, path: string): Promise<void> {
    const place = walk(this.root, path, false);
    if (place.node !== undefined) throw new FsError('EEXIST', path);
    const hostPath = this.writableHostPath(place, path);
    if (this.mountOf(place.parent, path).flavour === 'emulated') throw new FsError('EPERM', path);
    const stored = encodeLinkTarget(target);
    if (target === '') throw new FsError('ENOENT', path);
    await this.onHost(path, () => symlink(stored, hostPath));
    this.changed(place.path);
  }

  readlink(path: string): string {
    const target = linkTarget(this.existing(walk(this.root, path, false), path));
    if (target === undefined) throw new FsError('EINVAL', path);
    return target;
  }

  async unlink(path: string): Promise<void> {
    const place = walk(this.root, path, false);
    const stat = statNode(this.existing(place, path));
    const hostPath = this.writableHostPath(place, path);
    if (this.keepsFiles) throw new FsError('EIO', path);
    if (stat.kind === 'dir') throw new FsError('EISDIR', path);
    await this.onHost(path, () => unlink(hostPath));
    forgetMode(place);
    if (stat.kind === 'file') this.storage.release(blockBytes(stat.size));
    this.changed(place.path);
  }

  async rmdir(path: string): Promise<void> {
    const place = walk(this.root, path, false);
    const node = this.existing(place, path);
    if (node.kind === 'mount') throw new FsError('EACCES', path);
    const hostPath = this.writableHostPath(place, path);
    if (this.keepsFiles) throw new FsError('EIO', path);
    if (statNode(node).kind !== 'dir') throw new FsError('ENOTDIR', path);
    await this.onHost(path, () => rmdir(hostPath));
    forgetMode(place);
    this.changed(place.path);
  }

  /** Removes a file, a link or a whole folder. */
  async removeAll(path: string): Promise<void> {
    if (this.lstat(path).kind !== 'dir') return this.unlink(path);
    for (const entry of this.list(path)) await this.removeAll(posix.join(path, entry.name));
    await this.rmdir(path);
  }

  async rename(from: string, to: string): Promise<void> {
    const source = walk(this.root, from, false);
    this.existing(source, from);
    const target = walk(this.root, to, false);
    const sourcePath = this.writableHostPath(source, from);
    const targetPath = this.writableHostPath(target, to);
    if (this.mountOf(source.parent, from) !== this.mountOf(target.parent, to)) throw new FsError('EXDEV', to);
    const replaced = target.node === undefined ? undefined : statNode(target.node);
    await this.onHost(to, () => rename(sourcePath, targetPath));
    forgetMode(target);
    if (replaced?.kind === 'file') this.storage.release(blockBytes(replaced.size));
    this.changed(source.path);
    this.changed(target.path);
  }

  async chmod(path: string, mode: number): Promise<void> {
    const place = walk(this.root, path, true);
    const node = this.existing(place, path);
    const host = hostPathOf(node);
    if (host === undefined) throw new FsError(this.refusal(node, 'EPERM'), path);
    const { mount } = host;
    const { uid, kind, ino } = statNode(node);
    // The shared storage has fixed modes, and only owners change a mode; a real phone refuses.
    if (mount.flavour === 'emulated' || uid !== AID.shell) throw new FsError('EPERM', path);
    // Unlike Android's init, nothing here sets the folder's own mode again at a start: agents must not count on it.
    const onHost = keepMode(node, ino, mode, kind === 'dir' ? 'dir' : 'file');
    if (node.kind !== 'mount') await this.onHost(path, () => chmod(host.hostPath, onHost));
  }

  /** Sets the time of a file, a folder or of a link itself. */
  async setModified(path: string, mtimeMs: number): Promise<void> {
    const place = walk(this.root, path, false);
    const host = hostPathOf(this.existing(place, path));
    if (host === undefined) throw new FsError('EPERM', path);
    await this.onHost(path, () => lutimes(host.hostPath, mtimeMs / 1000, mtimeMs / 1000));
  }

  onChange(listener: (path: string) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Throws the refusal a real shell would get for making something at this path. */
  private writableHostPath(place: Place, path: string): string {
    const host = hostPathOf(place.parent);
    if (host === undefined) throw new FsError(this.refusal(place.parent, 'EACCES'), path);
    if (!mayShell(statNode(place.parent), 2)) throw new FsError('EACCES', path);
    return join(host.hostPath, place.name);
  }

  private refusal(node: Node, otherwise: FsErrorCode): FsErrorCode {
    return node.kind === 'dir' ? node.refusal : otherwise;
  }

  private mountOf(node: Node, path: string): Mount {
    const mount = hostPathOf(node)?.mount;
    if (mount === undefined) throw new FsError('EACCES', path);
    return mount;
  }

  private existing(place: Place, path: string): Node {
    if (place.node === undefined) throw new FsError('ENOENT', path);
    return place.node;
  }

  private async onHost(path: string, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw fromHostError(error, path);
    }
  }

  private changed(path: string): void {
    for (const listener of this.listeners) listener(path);
  }
}
