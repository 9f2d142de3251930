// Writes one fetched file to the browser's own storage. It is a worker, because only there every browser writes a file in
// place: in a page Safari can't, and Chromium copies the whole file once more at its close.

import { freeBuffer } from '@pocketfleet/client/files';

/** The page's requests. Each gets one response, in the same order. */
export type DiskRequest =
  | { type: 'open'; folder: string; name: string; keepMs: number }
  | { type: 'write'; offset: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'close' };
/** `isFull`: the storage has no room. */
export type DiskResponse = { ok: true } | { ok: false; isFull: boolean };

/** TypeScript has this type for workers only, and these sources are checked as a page's. */
type AccessHandle = {
  write(bytes: Uint8Array, place: { at: number }): number;
  flush(): void;
  close(): void;
};

let handle: AccessHandle | undefined;
let work: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<DiskRequest>) => {
  work = work.then(async () => {
    self.postMessage(await respond(data));
  });
});

async function respond(request: DiskRequest): Promise<DiskResponse> {
  try {
    await serve(request);
    return { ok: true };
  } catch (error) {
    return { ok: false, isFull: error instanceof DOMException && error.name === 'QuotaExceededError' };
  }
}

async function serve(request: DiskRequest): Promise<void> {
  if (request.type === 'open') {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(request.folder, { create: true });
    await removeOld(folder, request.keepMs);
    const file = await folder.getFileHandle(request.name, { create: true });
    handle = await (
      file as FileSystemFileHandle & { createSyncAccessHandle(): Promise<AccessHandle> }
    ).createSyncAccessHandle();
    return;
  }
  if (handle === undefined) throw new Error('The file is not open.');
  if (request.type === 'write') {
    const { length } = request.bytes;
    const written = handle.write(request.bytes, { at: request.offset });
    freeBuffer(request.bytes);
    if (written !== length) throw new DOMException('No room.', 'QuotaExceededError');
    return;
  }
  handle.flush();
  handle.close();
  handle = undefined;
}

/** Removes files that closed pages have left behind. A file that is being written is locked and stays. */
async function removeOld(folder: FileSystemDirectoryHandle, keepMs: number): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind !== 'file') continue;
    try {
      const { lastModified } = await (entry as FileSystemFileHandle).getFile();
      if (Date.now() - lastModified > keepMs) await folder.removeEntry(name);
    } catch {
      // The file is being written, or another page has removed it.
    }
  }
}
