import { open } from 'node:fs/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const MAX_ENTRIES = 100_000;

/** An APK opened for reading single entries. */
export interface ApkFile {
  readonly names: ReadonlySet<string>;
  /** Undefined when there is no such entry. Rejects when it is longer than `maxBytes` or broken. */
  read(name: string, maxBytes: number): Promise<Buffer | undefined>;
  close(): void;
}

/** Rejects when the file is not a zip. */
export async function openApk(hostPath: string): Promise<ApkFile> {
  const zip = await openPromise(hostPath, { autoClose: false });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      if (entries.size > MAX_ENTRIES) throw new Error('too many entries');
    }
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    names: new Set(entries.keys()),
    async read(name, maxBytes) {
      const entry = entries.get(name);
      return entry === undefined ? undefined : readEntry(zip, entry, maxBytes);
    },
    close: () => zip.close(),
  };
}

async function readEntry(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw new Error(`${entry.fileName} is too long`);
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    // The size in the directory may be wrong.
    if (length > maxBytes) throw new Error(`${entry.fileName} is too long`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

const SIGNING_MAGIC = 'APK Sig Block 42';
const EOCD_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/** True when the file carries an APK Signing Block (signature scheme v2 and later). */
export async function hasSigningBlock(hostPath: string): Promise<boolean> {
  const handle = await open(hostPath, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, EOCD_BYTES + MAX_COMMENT_BYTES));
    await handle.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'));
    if (end === -1 || end + EOCD_BYTES > tail.length) return false;
    const directory = tail.readUInt32LE(end + 16);
    if (directory < SIGNING_MAGIC.length) return false;
    const magic = Buffer.alloc(SIGNING_MAGIC.length);
    await handle.read(magic, 0, magic.length, directory - magic.length);
    return magic.toString('latin1') === SIGNING_MAGIC;
  } finally {
    await handle.close();
  }
}
