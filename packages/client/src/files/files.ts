// A phone's files: list, delete, push, pull. A transfer whose connection is lost resumes where it stopped. Attempts and
// waits have limits. `@pocketfleet/client/files` is for pages that bring tickets of their own.
import { closeCodes, type FileEntry, type FilesRequest, fileWindowBytes } from '@pocketfleet/contract';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { wait } from '../deferred.ts';
import { chainOf, emptyChain, nextChain, readerOf } from './file-chain.ts';
import { type AskForTicket, type FilesConversation, openConversation } from './files-conversation.ts';
import { FilesFailedError } from './files-failed-error.ts';
import { freeBuffer } from './free-buffer.ts';

export type { AskForTicket };
export { freeBuffer };

/** `waiting`: for the connection, which was lost. `storing` and `installing`: the phone works on what was sent. */
export type TransferStage = 'waiting' | 'sending' | 'storing' | 'installing' | 'fetching';
export type TransferProgress = {
  bytes: number;
  stage: TransferStage;
  /** Of the whole file, once the phone has said it. */
  size?: number;
};
type OnProgress = (progress: TransferProgress) => void;

const maxAttempts = 8;
const retryDelayMs = 1_000;

export async function listFolder(
  askForTicket: AskForTicket,
  path: string,
  signal: AbortSignal,
): Promise<{ entries: FileEntry[]; is_cut: boolean }> {
  const conversation = await openConversation(askForTicket, { type: 'list', path }, signal);
  try {
    const response = await conversation.next();
    if (!('type' in response) || response.type !== 'listing') throw notUnderstood();
    return response;
  } finally {
    conversation.close();
  }
}

export async function deleteFile(
  askForTicket: AskForTicket,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const conversation = await openConversation(askForTicket, { type: 'delete', path }, signal);
  try {
    await conversation.next();
  } finally {
    conversation.close();
  }
}

export type FileToPush = {
  content: Blob;
  name: string;
  /** With name and size it tells whether an interrupted transfer may go on. */
  modifiedMs: number;
};

/** Sends a file into a folder of the phone, or installs it. */
export async function pushFile(
  askForTicket: AskForTicket,
  { content, name, modifiedMs }: FileToPush,
  options: { folder: string; install: boolean },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const request: FilesRequest = {
    type: 'push',
    folder: options.folder,
    name,
    size: content.size,
    modified_ms: modifiedMs,
    install: options.install,
  };
  const attempts = new Attempts(onProgress, signal);
  for (;;) {
    try {
      const conversation = await openConversation(askForTicket, request, signal);
      attempts.admitted();
      try {
        await sendFile(conversation, content, (progress) => attempts.report(progress), signal);
      } finally {
        conversation.close();
      }
      return;
    } catch (error) {
      await attempts.waitAfter(error);
    }
  }
}

/**
 * A file of the phone, block by block as it comes; the next one is asked for when the caller has taken the last.
 * `onSize` may throw to refuse a size. Fails if the phone's file has changed when a lost connection is back.
 */
export async function* pullFile(
  askForTicket: AskForTicket,
  path: string,
  options: { onProgress?: OnProgress; onSize?: (size: number) => void },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const attempts = new Attempts(options.onProgress ?? (() => undefined), signal);
  let received = 0;
  let chain = emptyChain;
  for (;;) {
    let conversation: FilesConversation | undefined;
    try {
      const proof = received === 0 ? {} : { chain };
      conversation = await openConversation(
        askForTicket,
        { type: 'pull', path, offset: received, ...proof },
        signal,
      );
      attempts.admitted();
      let size: number | undefined;
      for (;;) {
        const message = await conversation.next();
        if (!('type' in message)) {
          if (message.offset !== received) throw notUnderstood();
          const content = message.content as Uint8Array<ArrayBuffer>;
          const { length } = content;
          // Before the caller gets the block, who may hand its memory on.
          chain = await nextChain(chain, content);
          received += length;
          yield content;
          attempts.report({ bytes: received, stage: 'fetching', ...(size !== undefined && { size }) });
        } else if (message.type === 'pull_start') {
          size = message.size;
          options.onSize?.(size);
        } else if (message.type === 'done') {
          if (size === received) return;
          throw new FilesFailedError('The file has changed while it was fetched.', false);
        }
      }
    } catch (error) {
      await attempts.waitAfter(error);
    } finally {
      conversation?.close();
    }
  }
}

async function sendFile(
  conversation: FilesConversation,
  file: Blob,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const ready = await conversation.next();
  if (!('type' in ready) || ready.type !== 'push_ready') throw notUnderstood();
  // The host may have the beginning of this very file from an earlier attempt.
  const isOurs = ready.offset > 0 && (await chainOf(readerOf(file), ready.offset, signal)) === ready.chain;
  let offset = isOurs ? ready.offset : 0;
  let chain = isOurs ? ready.chain : emptyChain;
  let received = offset;
  conversation.send({ type: 'push_from', offset });
  while (offset < file.size) {
    while (offset - received >= fileWindowBytes) {
      const message = await conversation.next();
      if ('type' in message && message.type === 'received') received = message.bytes;
      onProgress({ bytes: received, stage: 'sending' });
    }
    const content = await readBlock(file, offset);
    chain = await nextChain(chain, content);
    await conversation.sendBlock({ offset, content });
    offset += content.length;
    freeBuffer(content);
  }
  conversation.send({ type: 'push_end', chain });
  for (;;) {
    const message = await conversation.next();
    if (!('type' in message)) throw notUnderstood();
    if (message.type === 'done') return;
    if (message.type === 'received') onProgress({ bytes: message.bytes, stage: 'sending' });
    if (message.type === 'working') onProgress({ bytes: file.size, stage: message.what });
  }
}

/** Throws when the file has changed on this computer since it was chosen. */
async function readBlock(file: Blob, offset: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = Math.min(fileBlockLength, file.size - offset);
  const read = await file
    .slice(offset, offset + length)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  if (read.byteLength !== length)
    throw new FilesFailedError('The file has changed while it was sent.', false);
  return new Uint8Array(read);
}

/** Attempts that transferred something don't count: a bad line may interrupt a long transfer many times. */
class Attempts {
  readonly #onProgress: OnProgress;
  readonly #signal: AbortSignal;
  #failed = 0;
  #bytes = 0;
  #isAdmitted = false;

  constructor(onProgress: OnProgress, signal: AbortSignal) {
    this.#onProgress = onProgress;
    this.#signal = signal;
  }

  /** A ticket was given: the phone was the customer's then. */
  admitted(): void {
    this.#isAdmitted = true;
  }

  report(progress: TransferProgress): void {
    this.#failed = 0;
    this.#bytes = progress.bytes;
    this.#onProgress(progress);
  }

  /** Waits before the next attempt. Throws the error where there should be none. */
  async waitAfter(error: unknown): Promise<void> {
    this.#signal.throwIfAborted();
    this.#failed += 1;
    // The line was lost because the rental ended, and only the refused ticket says so.
    if (this.#isAdmitted && error instanceof FilesFailedError && error.code === 'device_not_assigned')
      throw new FilesFailedError(closeCodes.assignment_ended.detail, false, 'assignment_ended');
    if (!(error instanceof FilesFailedError) || !error.retry || this.#failed >= maxAttempts) throw error;
    this.#onProgress({ bytes: this.#bytes, stage: 'waiting' });
    await wait(retryDelayMs * this.#failed, this.#signal);
  }
}

function notUnderstood(): FilesFailedError {
  return new FilesFailedError('The phone sent something that is not understood.', false);
}
