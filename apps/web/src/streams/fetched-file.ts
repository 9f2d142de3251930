// Stores a file that is fetched from a phone, or an exported recording, in the browser's own storage on disk as its bytes arrive, so that a large file
// never lies in the page's memory. The whole file is then saved from there (decision 058).

import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import type { DiskRequest, DiskResponse } from './fetched-file-worker.ts';
import workerUrl from './fetched-file-worker.ts?worker&url';

export type FetchedFile = {
  /** The largest file that fits here. */
  readonly maxBytes: number;
  /** Appends bytes; the caller may not use them afterwards. */
  append(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The whole file. Save it at once, because the storage removes it later. */
  finish(): Promise<Blob>;
  /** Removes the bytes received so far. */
  discard(): Promise<void>;
};

const folder = 'fetched-files';
/** The browser copies a saved file after the page has handed it over, and doesn't report the end. */
const keepMs = 10 * 60_000;
/** Used where the browser offers no storage, as in some private windows. */
const maxInMemoryBytes = 256 * 1024 * 1024;

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
    await disk.request({ type: 'open', folder, name, keepMs });
  } catch (error) {
    disk.end();
    throw error;
  }
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    async append(bytes) {
      const offset = length;
      length += bytes.length;
      await disk.request({ type: 'write', offset, bytes }, [bytes.buffer]);
    },
    async finish() {
      await disk.request({ type: 'close' });
      disk.end();
      // If the page is closed before, the next fetched file removes it.
      setTimeout(() => void remove().catch(() => undefined), keepMs);
      const files = await root.getDirectoryHandle(folder);
      return (await files.getFileHandle(name)).getFile();
    },
    async discard() {
      await disk.request({ type: 'close' }).catch(() => undefined);
      disk.end();
      await remove().catch(() => undefined);
    },
  };
}

function openDisk() {
  const worker = new Worker(workerUrl, { type: 'module', name: 'pocketfleet-fetched-file' });
  const pending: PromiseWithResolvers<void>[] = [];
  worker.onmessage = ({ data }: MessageEvent<DiskResponse>) => {
    const next = pending.shift();
    if (data.ok) next?.resolve();
    else if (data.isFull)
      next?.reject(new FilesFailedError('This computer has no room for the file.', false));
    else next?.reject(new FilesFailedError('The file can’t be written on this computer.', false));
  };
  const end = () => {
    worker.terminate();
    for (const each of pending.splice(0)) each.reject(new Error('The worker has ended.'));
  };
  worker.onerror = end;
  return {
    end,
    request(request: DiskRequest, transfer: Transferable[] = []): Promise<void> {
      const response = Promise.withResolvers<void>();
      pending.push(response);
      worker.postMessage(request, transfer);
      return response.promise;
    },
  };
}

/** For browsers without storage, and for tests. */
export function createMemoryFile(maxBytes: number = maxInMemoryBytes): FetchedFile {
  let parts: BlobPart[] = [];
  return {
    maxBytes,
    async append(bytes) {
      parts.push(bytes);
    },
    finish: async () => new Blob(parts),
    async discard() {
      parts = [];
    },
  };
}
