// Where the bytes of a file that is fetched from a phone go: to the browser's own storage on disk, as they arrive, so
// that a large file never lies in the page's memory. The whole file is then saved from there (decision 058).

import type { DiskRequest, DiskResponse } from './fetched-file-worker.ts';
import workerUrl from './fetched-file-worker.ts?worker&url';
import { FilesFailedError } from './files-failed-error.ts';

export type FetchedFile = {
  /** Larger files find no room here. */
  readonly mostBytes: number;
  /** Appends bytes, which belong to the file from then on. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The whole file. It has to be saved at once: the storage gives it back its room later. */
  finish(): Promise<Blob>;
  /** Removes what has come. */
  discard(): Promise<void>;
};

const folder = 'fetched-files';
/** The browser copies a file that is saved after we have handed it over, and doesn't say when it is done. */
const keptMs = 10 * 60_000;
/** Where the browser has no storage for us, as in some private windows, memory has to do. */
const mostInMemoryBytes = 256 * 1024 * 1024;

export async function createFetchedFile(): Promise<FetchedFile> {
  try {
    return await createDiskFile();
  } catch {
    return createMemoryFile();
  }
}

async function createDiskFile(): Promise<FetchedFile> {
  const root = await navigator.storage.getDirectory();
  const name = crypto.randomUUID();
  const disk = openDisk();
  let length = 0;
  const remove = async () => {
    const files = await root.getDirectoryHandle(folder);
    await files.removeEntry(name);
  };
  try {
    await disk.ask({ type: 'open', folder, name, keptMs });
  } catch (error) {
    disk.end();
    throw error;
  }
  return {
    mostBytes: Number.POSITIVE_INFINITY,
    async append(bytes) {
      const at = length;
      length += bytes.length;
      await disk.ask({ type: 'write', at, bytes }, [bytes.buffer]);
    },
    async read(from, to) {
      return (await disk.ask({ type: 'read', from, to })) ?? new Uint8Array();
    },
    async finish() {
      await disk.ask({ type: 'close' });
      disk.end();
      // Should the page be gone before, the next file that is fetched removes it.
      setTimeout(() => void remove().catch(() => undefined), keptMs);
      const files = await root.getDirectoryHandle(folder);
      return (await files.getFileHandle(name)).getFile();
    },
    async discard() {
      await disk.ask({ type: 'close' }).catch(() => undefined);
      disk.end();
      await remove().catch(() => undefined);
    },
  };
}

function openDisk() {
  const worker = new Worker(workerUrl, { type: 'module', name: 'pocketfleet-fetched-file' });
  const asked: PromiseWithResolvers<Uint8Array<ArrayBuffer> | null>[] = [];
  worker.onmessage = ({ data }: MessageEvent<DiskResponse>) => {
    const next = asked.shift();
    if (data.ok) next?.resolve(data.bytes);
    else if (data.isFull)
      next?.reject(new FilesFailedError('This computer has no room for the file.', false));
    else next?.reject(new FilesFailedError('The file can’t be written on this computer.', false));
  };
  const end = () => {
    worker.terminate();
    for (const each of asked.splice(0)) each.reject(new Error('The worker has ended.'));
  };
  worker.onerror = end;
  return {
    end,
    ask(request: DiskRequest, transfer: Transferable[] = []): Promise<Uint8Array<ArrayBuffer> | null> {
      const response = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>();
      asked.push(response);
      worker.postMessage(request, transfer);
      return response.promise;
    },
  };
}

/** For browsers that give us no storage, and for tests. */
export function createMemoryFile(mostBytes: number = mostInMemoryBytes): FetchedFile {
  let parts: BlobPart[] = [];
  return {
    mostBytes,
    async append(bytes) {
      parts.push(bytes);
    },
    async read(from, to) {
      return new Uint8Array(await new Blob(parts).slice(from, to).arrayBuffer());
    },
    finish: async () => new Blob(parts),
    async discard() {
      parts = [];
    },
  };
}
