import { posix } from 'node:path';
import { type ByteReader, UnexpectedEnd } from '@pocketfleet/adb-device';
import type { FileSystem } from '../../files/file-system.ts';
import { FsError } from '../../files/fs-error.ts';
import { SYNC_DATA_MAX_BYTES, SyncId } from './sync-wire.ts';

export interface SendRequest {
  readonly path: string;
  readonly mode: number;
}

/** Why a SEND fails; the message is adbd's text for the host. */
export class SyncFailure extends Error {}

const S_IFMT = 0o170000;
const S_IFLNK = 0o120000;
const S_IFREG = 0o100000;

/** Receives one file or link (adbd's do_send), piece by piece. After a SyncFailure the caller skips the remaining data. */
export async function receiveFile(files: FileSystem, data: DataRecords, request: SendRequest): Promise<void> {
  if ((request.mode & S_IFMT) === S_IFLNK) await takeLink(files, data, request);
  else await takeFile(files, data, request);
}

/** Reads DATA records until DONE, whose value is the file's time. */
export class DataRecords {
  mtimeSeconds = 0;
  private finished = false;
  private leftInRecord = 0;
  private readonly reader: ByteReader;

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  async *pieces(): AsyncGenerator<Buffer> {
    while (!this.finished) {
      const head = await this.reader.exactly(8);
      const id = head.readUInt32LE(0);
      const value = head.readUInt32LE(4);
      if (id === SyncId.DONE) {
        this.finished = true;
        this.mtimeSeconds = value;
        return;
      }
      if (id !== SyncId.DATA) throw new SyncFailure('invalid data message');
      if (value > SYNC_DATA_MAX_BYTES) throw new SyncFailure('oversize data message');
      for (let missing = value; missing > 0; ) {
        const piece = await this.reader.upTo(missing);
        if (piece === null) throw new UnexpectedEnd();
        missing -= piece.length;
        this.leftInRecord = missing;
        yield piece;
      }
    }
  }

  /** Reads the rest of the file and discards it. */
  async skip(): Promise<void> {
    while (this.leftInRecord > 0) {
      const piece = await this.reader.upTo(this.leftInRecord);
      if (piece === null) return;
      this.leftInRecord -= piece.length;
    }
    for await (const _ of this.pieces());
  }
}

async function takeLink(files: FileSystem, data: DataRecords, request: SendRequest): Promise<void> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of data.pieces()) {
    length += piece.length;
    if (length > SYNC_DATA_MAX_BYTES) throw new SyncFailure('oversize data message');
    pieces.push(piece);
  }
  const target = Buffer.concat(pieces).toString('utf8').replace(/\0+$/, '');
  await refuse("couldn't create symlink", async () => {
    await makeParents(files, request.path);
    await removeOld(files, request);
    await files.symlink(target, request.path);
    await files.setModified(request.path, data.mtimeSeconds * 1000);
  });
}

async function takeFile(files: FileSystem, data: DataRecords, request: SendRequest): Promise<void> {
  await refuse('secure_mkdirs failed', () => makeParents(files, request.path));
  const writer = await refuse("couldn't create file", async () => {
    await removeOld(files, request);
    return files.openWrite(request.path, { mode: spreadMode(request.mode) });
  });
  try {
    for await (const piece of data.pieces()) await refuse('write failed', () => writer.write(piece));
    await refuse('write failed', () => writer.close(data.mtimeSeconds * 1000));
  } catch (error) {
    await writer.abandon();
    await files.unlink(request.path).catch(() => undefined);
    throw error;
  }
}

async function makeParents(files: FileSystem, path: string): Promise<void> {
  await files.mkdirs(posix.dirname(path), 0o771);
}

/** adbd unlinks the old file before it writes, so that a running program keeps it. */
async function removeOld(files: FileSystem, request: SendRequest): Promise<void> {
  try {
    const old = files.lstat(request.path);
    const sendsFile = (request.mode & S_IFMT) === S_IFREG;
    if (old.kind === 'file' || (old.kind === 'link' && !sendsFile)) await files.unlink(request.path);
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
  }
}

/** adbd gives the owner's permissions to group and others as well. */
function spreadMode(mode: number): number {
  const owner = mode & 0o777;
  const group = owner | ((owner >> 3) & 0o070);
  return group | ((group >> 3) & 0o007);
}

async function refuse<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof FsError) throw new SyncFailure(`${what}: ${error.text}`);
    throw error;
  }
}
