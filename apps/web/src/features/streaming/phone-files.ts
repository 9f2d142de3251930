// A phone's files: list, delete, push, pull. A transfer whose connection is lost resumes where it stopped. Attempts and
// waits have limits.
import { type FileEntry, type FilesRequest, fileWindowBytes } from '@pocketfleet/contract';
import type { StartStream } from '@pocketfleet/stream-player';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import * as texts from '#language/session';
import type { FetchedFile } from './fetched-file.ts';
import { chainOf, emptyChain, nextChain, readerOf } from './file-chain.ts';
import { type FilesConversation, openConversation } from './files-conversation.ts';
import { FilesFailedError } from './files-failed-error.ts';
import { freeBuffer } from './free-buffer.ts';

export type Progress = { bytes: number; label: string };
type OnProgress = (progress: Progress) => void;

const maxAttempts = 8;
const retryDelayMs = 1_000;

export async function listFolder(
  startStream: StartStream,
  path: string,
  signal: AbortSignal,
): Promise<{ entries: FileEntry[]; is_cut: boolean }> {
  const conversation = await openConversation(startStream, { type: 'list', path }, signal);
  try {
    const response = await conversation.next();
    if (!('type' in response) || response.type !== 'listing') throw notUnderstood();
    return response;
  } finally {
    conversation.close();
  }
}

export async function deleteFile(startStream: StartStream, path: string, signal: AbortSignal): Promise<void> {
  const conversation = await openConversation(startStream, { type: 'delete', path }, signal);
  try {
    await conversation.next();
  } finally {
    conversation.close();
  }
}

/** Sends a file into a folder of the phone, or installs it. */
export async function pushFile(
  startStream: StartStream,
  file: File,
  options: { folder: string; install: boolean },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const request: FilesRequest = {
    type: 'push',
    folder: options.folder,
    name: file.name,
    size: file.size,
    modified_ms: file.lastModified,
    install: options.install,
  };
  await withRetries(signal, onProgress, async (report) => {
    const conversation = await openConversation(startStream, request, signal);
    try {
      await sendFile(conversation, file, report, signal);
    } finally {
      conversation.close();
    }
  });
}

/** Fetches a file of the phone into `file`. Fails if the phone's file has changed when a lost connection is back. */
export async function pullFile(
  startStream: StartStream,
  path: string,
  file: FetchedFile,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Blob> {
  try {
    let received = 0;
    await withRetries(signal, onProgress, async (report) => {
      const chain = received === 0 ? {} : { chain: await chainOf(file.read, received, signal) };
      const conversation = await openConversation(
        startStream,
        { type: 'pull', path, offset: received, ...chain },
        signal,
      );
      try {
        await receiveFile(conversation, file, received, (bytes) => {
          received = bytes;
          report({ bytes, label: texts.fetching });
        });
      } finally {
        conversation.close();
      }
    });
    signal.throwIfAborted();
    return await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function receiveFile(
  conversation: FilesConversation,
  file: FetchedFile,
  offset: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let received = offset;
  let size: number | undefined;
  for (;;) {
    const message = await conversation.next();
    if (!('type' in message)) {
      if (message.offset !== received) throw notUnderstood();
      const { length } = message.content;
      // The next block is taken once this one is on the disk; the conversation buffers faster ones.
      await file.append(message.content as Uint8Array<ArrayBuffer>);
      received += length;
      onBytes(received);
    } else if (message.type === 'pull_start') {
      size = message.size;
      if (size > file.maxBytes) throw noRoom();
    } else if (message.type === 'done') {
      if (size !== received) throw new FilesFailedError('The file has changed while it was fetched.', false);
      return;
    }
  }
}

async function sendFile(
  conversation: FilesConversation,
  file: File,
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
      onProgress({ bytes: received, label: texts.sending });
    }
    const content = new Uint8Array(await file.slice(offset, offset + fileBlockLength).arrayBuffer());
    // The file has changed on this computer since it was chosen.
    if (content.length !== Math.min(fileBlockLength, file.size - offset)) {
      throw new FilesFailedError('The file has changed while it was sent.', false);
    }
    chain = await nextChain(chain, content);
    conversation.sendBlock({ offset, content });
    offset += content.length;
    freeBuffer(content);
  }
  conversation.send({ type: 'push_end', chain });
  for (;;) {
    const message = await conversation.next();
    if (!('type' in message)) throw notUnderstood();
    if (message.type === 'done') return;
    if (message.type === 'received') onProgress({ bytes: message.bytes, label: texts.sending });
    if (message.type === 'working') {
      onProgress({
        bytes: file.size,
        label: message.what === 'installing' ? texts.installing : texts.storing,
      });
    }
  }
}

/** Attempts that transferred something don't count: a bad line may interrupt a long transfer many times. */
async function withRetries(
  signal: AbortSignal,
  onProgress: OnProgress,
  work: (report: OnProgress) => Promise<void>,
): Promise<void> {
  let bytes = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      await work((progress) => {
        attempt = 0;
        bytes = progress.bytes;
        onProgress(progress);
      });
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FilesFailedError) || !error.retry || attempt >= maxAttempts) throw error;
      onProgress({ bytes, label: texts.waitingForTheConnection });
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * Math.max(1, attempt)));
    }
  }
}

function noRoom(): FilesFailedError {
  return new FilesFailedError(
    'This window has no room for a file of this size. Please fetch it in a window that isn’t private.',
    false,
  );
}

function notUnderstood(): FilesFailedError {
  return new FilesFailedError('The phone sent something that is not understood.', false);
}
