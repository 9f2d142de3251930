import type { AdbStream } from '@pocketfleet/adb-device';
import { ByteReader, UnexpectedEnd } from '@pocketfleet/adb-device';
import type { FileSystem, OpenFile } from '../../files/file-system.ts';
import { FsError } from '../../files/fs-error.ts';
import { type FileStat, mayShell } from '../../files/node.ts';
import { DataRecords, receiveFile, SyncFailure } from './send.ts';
import { codecOf, encoder, through } from './sync-codec.ts';
import {
  encodeEntryV1,
  encodeEntryV2,
  encodeFail,
  encodeListEnd,
  encodeRecord,
  encodeStatV1,
  encodeStatV2,
  SYNC_DATA_MAX_BYTES,
  SYNC_PATH_MAX_BYTES,
  SyncFlag,
  SyncId,
} from './sync-wire.ts';

interface Session {
  readonly files: FileSystem;
  readonly stream: AdbStream;
  readonly reader: ByteReader;
}

const READ_BYTES = 16 * SYNC_DATA_MAX_BYTES;

/** Serves one `sync:` stream until QUIT, an error that ends it as adbd's do, or the stream's end. */
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
      return sendV1(session, path);
    case SyncId.SND2:
      return sendV2(session, path);
    case SyncId.RECV:
      return receive(session, path, 0);
    case SyncId.RCV2: {
      const setup = await reader.exactly(8);
      if (setup.readUInt32LE(0) !== SyncId.RCV2) return fail(session, 'invalid ID_RECV_V2 setup');
      return receive(session, path, setup.readUInt32LE(4));
    }
    default:
      return fail(session, `unknown command ${id.toString(16).padStart(8, '0')}`);
  }
}

async function fail(session: Session, text: string): Promise<false> {
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
    // adbd asks for each entry by its path, which a folder that may not be searched refuses.
    const isSearchable = mayShell(own, 1);
    for (const entry of entries) {
      if (isSearchable) parts.push(encode(entry.name, entry));
      else if (version === 2) parts.push(encodeEntryV2(entry.name, null, new FsError('EACCES', path).errno));
    }
  } catch (error) {
    // adbd answers an empty list for what it can't open.
    if (!(error instanceof FsError)) throw error;
  }
  return stream.write(Buffer.concat([...parts, encodeListEnd(version)]));
}

async function sendV1(session: Session, spec: string): Promise<boolean> {
  const comma = spec.lastIndexOf(',');
  if (comma === -1) return fail(session, 'missing , in ID_SEND');
  const mode = Number(spec.slice(comma + 1));
  if (!Number.isInteger(mode) || mode < 0) return fail(session, 'bad mode');
  return take(session, spec.slice(0, comma), mode, 0);
}

async function sendV2(session: Session, path: string): Promise<boolean> {
  const setup = await session.reader.exactly(12);
  if (setup.readUInt32LE(0) !== SyncId.SND2) return fail(session, 'invalid ID_SEND_V2 setup');
  return take(session, path, setup.readUInt32LE(4), setup.readUInt32LE(8));
}

async function take(session: Session, path: string, mode: number, flags: number): Promise<boolean> {
  const codec = codecOf(flags);
  const dryRun = (flags & SyncFlag.dryRun) !== 0;
  const data = new DataRecords(session.reader);
  try {
    if (codec === null) throw new SyncFailure('unsupported compression');
    await receiveFile(session.files, data, { path, mode, codec, dryRun });
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    await session.stream.write(encodeFail(error.message));
    // Hosts keep sending before they look for the answer; adbd reads on until DONE, then ends the session.
    await data.skip().catch(() => undefined);
    return false;
  }
  return session.stream.write(encodeRecord(SyncId.OKAY, 0));
}

async function receive(session: Session, path: string, flags: number): Promise<boolean> {
  const { files, stream } = session;
  const codec = codecOf(flags);
  if (codec === null) return fail(session, 'unsupported compression');
  let file: OpenFile;
  try {
    file = await files.openRead(path);
  } catch (error) {
    if (!(error instanceof FsError)) throw error;
    // adbd opens a folder and only fails to read it.
    return fail(session, `${error.code === 'EISDIR' ? 'read' : 'open'} failed: ${error.text}`);
  }
  try {
    for await (const piece of through(piecesOf(file), encoder(codec))) {
      if (!(await stream.write(frameData(piece)))) return false;
    }
  } finally {
    if ('handle' in file) await file.handle.close();
  }
  return stream.write(encodeRecord(SyncId.DONE, 0));
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
    parts.push(encodeRecord(SyncId.DATA, part.length), part);
  }
  return Buffer.concat(parts);
}
