// The files of one phone, for programs.
import { downloadFolder, type FileEntry, fileNameError, isSharedPath } from '@pocketfleet/contract';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import type { AskForTicket, TransferProgress } from './files/files.ts';

export type TransferOptions = { signal?: AbortSignal; onProgress?: (progress: TransferProgress) => void };
/** A Blob or File: in Node, `openFile` of `@pocketfleet/client/node` makes one of a path without reading it. */
export type FileSource = Blob | Uint8Array<ArrayBuffer>;

const never = new AbortController().signal;
const retryable = ['no_response', 'device_offline', 'device_preparing', 'too_many_requests'];

export class PhoneFiles {
  readonly #caller: Caller;
  readonly #deviceId: (signal?: AbortSignal) => Promise<string>;

  constructor(caller: Caller, deviceId: (signal?: AbortSignal) => Promise<string>) {
    this.#caller = caller;
    this.#deviceId = deviceId;
  }

  /** At most 2,000 entries; `isCut` says that there are more. */
  async list(
    folder: string,
    { signal = never }: { signal?: AbortSignal } = {},
  ): Promise<{ entries: FileEntry[]; isCut: boolean }> {
    requireShared(folder);
    const { listFolder } = await import('./files/files.ts');
    const { entries, is_cut } = await listFolder(this.#tickets, folder, signal);
    return { entries, isCut: is_cut };
  }

  async remove(path: string, { signal = never }: { signal?: AbortSignal } = {}): Promise<void> {
    requireShared(path);
    const { deleteFile } = await import('./files/files.ts');
    await deleteFile(this.#tickets, path, signal);
  }

  /** `target` is a path, or a folder with a slash at its end, for a File with a name. An interrupted transfer goes on. */
  async push(
    source: FileSource,
    target = `${downloadFolder}/`,
    options: TransferOptions = {},
  ): Promise<void> {
    const slash = target.lastIndexOf('/');
    const name = target.slice(slash + 1) || nameOf(source);
    await this.#send(source, name, { folder: target.slice(0, slash), install: false }, options);
  }

  async install(apk: FileSource, options: TransferOptions = {}): Promise<void> {
    const name = nameOf(apk) || 'app.apk';
    await this.#send(apk, name, { folder: downloadFolder, install: true }, options);
  }

  /** The file as a stream. Cancelling it ends the transfer. */
  pull(path: string, { signal = never, onProgress }: TransferOptions = {}): ReadableStream<Uint8Array> {
    const stop = new AbortController();
    const blocks = this.#pull(path, AbortSignal.any([signal, stop.signal]), onProgress);
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await blocks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel(reason) {
          // The generator can't return while it waits for a block, for which a phone has minutes.
          stop.abort(reason);
          await blocks.return();
        },
      },
      { highWaterMark: 0 },
    );
  }

  async *#pull(
    path: string,
    signal: AbortSignal,
    onProgress: TransferOptions['onProgress'],
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    requireShared(path);
    const { pullFile } = await import('./files/files.ts');
    yield* pullFile(this.#tickets, path, onProgress ? { onProgress } : {}, signal);
  }

  async #send(
    source: FileSource,
    name: string,
    where: { folder: string; install: boolean },
    { signal = never, onProgress = () => undefined }: TransferOptions,
  ): Promise<void> {
    const problem = fileNameError(name);
    if (problem !== null) throw new ApiError({ status: 400, code: 'invalid_input', detail: problem });
    requireShared(where.folder);
    const { pushFile } = await import('./files/files.ts');
    const content = source instanceof Blob ? source : new Blob([source]);
    const modifiedMs = Math.trunc('lastModified' in source ? Number(source.lastModified) : Date.now());
    await pushFile(this.#tickets, { content, name, modifiedMs }, where, onProgress, signal);
  }

  readonly #tickets: AskForTicket = async (signal) => {
    const params = { id: await this.#deviceId(signal) };
    try {
      const body = { purpose: 'files' } as const;
      const { ticket } = await this.#caller.call('startStream', { params, body, signal });
      // By the address that this program calls: it need not be the public one.
      const origin = this.#caller.url.replace(/^http/, 'ws');
      return { stream_url: `${origin}/ws/devices/${params.id}/files`, ticket };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { FilesFailedError } = await import('./files/files-failed-error.ts');
      const retry = error.status >= 500 || retryable.includes(error.code);
      throw new FilesFailedError(error.message, retry, error.code);
    }
  };
}

function requireShared(path: string): void {
  if (isSharedPath(path)) return;
  const detail = 'Only files below /sdcard can be reached this way. For others use adb.';
  throw new ApiError({ status: 400, code: 'invalid_input', detail });
}

function nameOf(source: FileSource): string {
  return source instanceof Blob && 'name' in source ? String(source.name) : '';
}
