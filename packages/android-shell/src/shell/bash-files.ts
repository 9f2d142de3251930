import { posix } from 'node:path';
import { type BufferEncoding, bytesOutput, type FileContent, type FsStat, type IFileSystem } from 'just-bash';
import type { FileSystem } from '../files/file-system.ts';
import { FsError } from '../files/fs-error.ts';
import type { FileStat } from '../files/node.ts';

/** The interpreter reads whole files into memory. Larger files can be read by sync and `cat`, which stream. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/**
 * Adapts the phone's files to the interpreter's file system. Most of its commands report each error as a missing file,
 * so `onRefusal` gets the real reason.
 */
export function bashFiles(files: FileSystem, onRefusal: (error: FsError) => void): IFileSystem {
  const adapter = adapt(files);
  return Object.fromEntries(
    Object.entries(adapter).map(([name, method]) => [
      name,
      (...args: never[]) => {
        const result: unknown = (method as (...args: never[]) => unknown)(...args);
        if (result instanceof Promise)
          result.catch((error: unknown) => {
            if (error instanceof FsError) onRefusal(error);
          });
        return result;
      },
    ]),
  ) as unknown as IFileSystem;
}

function adapt(files: FileSystem): IFileSystem {
  const readFileBuffer = async (path: string) => {
    if (files.stat(path).size > MAX_READ_BYTES) throw new FsError('EIO', path);
    return files.readFile(path);
  };
  const copy = async (from: string, to: string, recursive: boolean): Promise<void> => {
    const source = files.stat(from);
    if (source.kind !== 'dir') {
      const target = files.findStat(to)?.kind === 'dir' ? posix.join(to, posix.basename(from)) : to;
      await copyFile(files, from, target, source.mode);
      return;
    }
    if (!recursive) throw new FsError('EISDIR', from);
    if (files.findStat(to) === undefined) await files.mkdir(to, source.mode & 0o777);
    for (const entry of files.list(from))
      await copy(posix.join(from, entry.name), posix.join(to, entry.name), true);
  };
  return {
    readFile: async (path, options) => Buffer.from(await readFileBuffer(path)).toString(encodingOf(options)),
    readFileBuffer,
    writeFile: (path, content, options) => write(files, path, content, encodingOf(options), false),
    appendFile: (path, content, options) => write(files, path, content, encodingOf(options), true),
    exists: async (path) => files.findStat(path) !== undefined,
    stat: async (path) => statOf(files.stat(path)),
    lstat: async (path) => statOf(files.lstat(path)),
    mkdir: async (path, options) => {
      if (options?.recursive === true) await files.mkdirs(path);
      else await files.mkdir(path);
    },
    readdir: async (path) =>
      files
        .list(path)
        .map((entry) => entry.name)
        .sort(),
    readdirWithFileTypes: async (path) =>
      files.list(path).map((entry) => ({
        name: entry.name,
        isFile: entry.kind === 'file',
        isDirectory: entry.kind === 'dir',
        isSymbolicLink: entry.kind === 'link',
      })),
    rm: async (path, options) => {
      try {
        if (options?.recursive === true) await files.removeAll(path);
        else if (files.lstat(path).kind === 'dir') await files.rmdir(path);
        else await files.unlink(path);
      } catch (error) {
        if (!(options?.force === true && error instanceof FsError && error.code === 'ENOENT')) throw error;
      }
    },
    cp: (from, to, options) => copy(from, to, options?.recursive === true),
    mv: async (from, to) => {
      const target = files.findStat(to)?.kind === 'dir' ? posix.join(to, posix.basename(from)) : to;
      try {
        await files.rename(from, target);
      } catch (error) {
        if (!(error instanceof FsError) || error.code !== 'EXDEV') throw error;
        await copy(from, target, true);
        await files.removeAll(from);
      }
    },
    resolvePath: (base, path) => posix.resolve(base, path),
    getAllPaths: () => [],
    chmod: (path, mode) => files.chmod(path, mode),
    symlink: (target, path) => files.symlink(target, path),
    link: async (_existing, path) => {
      // SELinux forbids hard links to shell.
      throw new FsError('EACCES', path);
    },
    readlink: async (path) => files.readlink(path),
    realpath: async (path) => files.realPath(path),
    utimes: (path, _accessed, modified) => files.setModified(path, modified.getTime()),
  };
}

/** The result of a command whose output is bytes. */
export function bytesResult(stdout: Buffer, stderr: string, exitCode: number) {
  const latin1 = stdout.toString('latin1') as unknown as Parameters<typeof bytesOutput>[0];
  return { ...bytesOutput(latin1), stderr, exitCode };
}

async function copyFile(files: FileSystem, from: string, to: string, mode: number): Promise<void> {
  const source = await files.openRead(from);
  if ('bytes' in source) return files.writeFile(to, source.bytes, { mode: mode & 0o777 });
  try {
    const writer = await files.openWrite(to, { mode: mode & 0o777 });
    try {
      for await (const piece of source.handle.createReadStream({ autoClose: false }))
        await writer.write(piece as Buffer);
      await writer.close();
    } finally {
      await writer.abandon();
    }
  } finally {
    await source.handle.close();
  }
}

async function write(
  files: FileSystem,
  path: string,
  content: FileContent,
  encoding: globalThis.BufferEncoding,
  append: boolean,
): Promise<void> {
  if (path === '/dev/null') return;
  const bytes = typeof content === 'string' ? Buffer.from(content, encoding) : content;
  await files.writeFile(path, bytes, { mode: 0o666 & ~0o022, append });
}

function encodingOf(
  options: { encoding?: BufferEncoding | null } | BufferEncoding | undefined,
): globalThis.BufferEncoding {
  return (typeof options === 'string' ? options : options?.encoding) ?? 'utf8';
}

function statOf(stat: FileStat): FsStat {
  return {
    isFile: stat.kind === 'file',
    isDirectory: stat.kind === 'dir',
    isSymbolicLink: stat.kind === 'link',
    mode: stat.mode & 0o7777,
    size: stat.size,
    mtime: new Date(stat.mtimeMs),
    dev: stat.dev,
    ino: stat.ino,
  };
}
