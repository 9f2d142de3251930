import type { AdbStream } from '@pocketfleet/adb-device';
import { ByteReader, UnexpectedEnd, u32 } from '@pocketfleet/adb-device';
import type { FileSystem, OpenFile } from '../../files/file-system.ts';
import { FsError } from '../../files/fs-error.ts';
import { type FileStat, mayShell } from '../../files/node.ts';
import { DataRecords, receiveFile, SyncFailure } from './send.ts';
import {
  encodeEntryV1,
  encodeEntryV2,
  encodeFail,
  encodeListEnd,
  encodeStatV1,
  encodeStatV2,
  SYNC_DATA_MAX_BYTES,
  SYNC_PATH_MAX_BYTES,
  SyncId,
} from './sync-wire.ts';

interface Session {
  readonly files: FileSystem;
  readonly stream: AdbStream;
  readonly reader: ByteReader;
}

const READ_BYTES = 16 * SYNC_DATA_MAX_BYTES;

/** Serves one `sync:` stream until QUIT, an error that also ends adbd's session, or the end of the stream. */
export async function serveSync(files: FileSystem, stream: AdbStream): Promise<void> {
  const session = { files, stream, reader: new ByteReader(() => stream.read()) };
  try {
    while (await serveRequest(session));
  } catch (error) {
    if (!(error instanceof UnexpectedEnd)) throw error;
  } finally {
    await stream.end();
  }
}

/** False ends the session. */
async function serveRequest(session: Session): Promise<boolean> {
  const { reader, stream, files } = session;
  const head = await reader.exactly(8);
  const id = head.readUInt32LE(0);
  const length = head.readUInt32LE(4);
  if (id === SyncId.QUIT) return false;
  if (length > SYNC_PATH_MAX_BYTES) return fail(session, 'path too long');
  const path = (await reader.exactly(length)).toString('utf8');
  switch (id) {
    case SyncId.STAT:
      return stream.write(encodeStatV1(tryStat(() => files.lstat(path)).stat));
    case SyncId.LST2:
    case SyncId.STA2: {
      const { errno, stat } = tryStat(() => (id === SyncId.LST2 ? files.lstat(path) : files.stat(path)));
      return stream.write(encodeStatV2(id, errno, stat));
    }
    case SyncId.LIST:
      return list(session, path, 1);
    case SyncId.LIS2:
      return list(session, path, 2);
    case SyncId.SEND:
      return receive(session, path);
    case SyncId.RECV:
      return sendFile(session, path);
    default:
      return fail(session, `unknown command ${id.toString(16).padStart(8, '0')}`);
  }
}

async function fail(session: Pick<Session, 'stream'>, text: string): Promise<false> {
  await session.stream.write(encodeFail(text));
  return false;
}

function tryStat(action: () => FileStat): { errno: number; stat: FileStat | null } {
  try {
    return { errno: 0, stat: action() };
  } catch (error) {
    if (error instanceof FsError) return { errno: error.errno, stat: null };
    throw error;
  }
}

async function list({ files, stream }: Session, path: string, version: 1 | 2): Promise<boolean> {
  const encode = version === 1 ? encodeEntryV1 : encodeEntryV2;
  const parts: Buffer[] = [];
  try {
    const own = files.stat(path);
    const entries = [{ ...own, name: '.' }, { ...own, name: '..' }, ...files.list(path)];
    // adbd looks up each entry by its path, which fails in a folder without search permission.
    const isSearchable = mayShell(own, 'search');
    for (const entry of entries) {
      if (isSearchable) parts.push(encode(entry.name, entry));
      else if (version === 2) parts.push(encodeEntryV2(entry.name, null, new FsError('EACCES', path).errno));
    }
  } catch (error) {
    // adbd answers with an empty list when it can't open a folder.
    if (!(error instanceof FsError)) throw error;
  }
  return stream.write(Buffer.concat([...parts, encodeListEnd(version)]));
}

/** `spec` is the path, a comma and the mode. */
async function receive(session: Session, spec: string): Promise<boolean> {
  const comma = spec.lastIndexOf(',');
  if (comma === -1) return fail(session, 'missing , in ID_SEND');
  const mode = Number(spec.slice(comma + 1));
  if (!Number.isInteger(mode) || mode < 0) return fail(session, 'bad mode');
  const data = new DataRecords(session.reader);
  try {
    await receiveFile(session.files, data, { path: spec.slice(0, comma), mode });
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    await session.stream.write(encodeFail(error.message));
    // A host sends the whole file before it reads the answer, so adbd reads until DONE before it ends the session.
    await data.skip().catch(() => undefined);
    return false;
  }
  return session.stream.write(u32(SyncId.OKAY, 0));
}

async function sendFile({ files, stream }: Session, path: string): Promise<boolean> {
  let file: OpenFile;
  try {
    file = await files.openRead(path);
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    // In adbd, opening a folder succeeds; reading it fails.
    return fail({ stream }, `${error.code === 'EISDIR' ? 'read' : 'open'} failed: ${error.text}`);
  }
  try {
    for await (const piece of piecesOf(file)) {
      if (!(await stream.write(frameData(piece)))) return false;
    }
  } finally {
    if ('handle' in file) await file.handle.close();
  }
  return stream.write(u32(SyncId.DONE, 0));
}

async function* piecesOf(file: OpenFile): AsyncGenerator<Buffer> {
  if ('bytes' in file) {
    yield Buffer.from(file.bytes);
    return;
  }
  for (;;) {
    const { bytesRead, buffer } = await file.handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** DATA records of at most 64 KiB each, in one buffer. */
function frameData(piece: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < piece.length; offset += SYNC_DATA_MAX_BYTES) {
    const part = piece.subarray(offset, offset + SYNC_DATA_MAX_BYTES);
    parts.push(u32(SyncId.DATA, part.length), part);
  }
  return Buffer.concat(parts);
}
