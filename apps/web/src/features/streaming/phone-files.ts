// A phone's files as the page uses them: list, delete, push, pull. A transfer whose line is lost goes on where
// it stopped; tries and waits have limits.
import { type FileEntry, type FilesRequest, fileWindowBytes } from '@pocketfleet/contract';
import type { StartStream } from '@pocketfleet/stream-player';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import type { FetchedFile } from './fetched-file.ts';
import { chainOf, emptyChain, nextChain, readerOf } from './file-chain.ts';
import { type FilesConversation, openConversation } from './files-conversation.ts';
import { FilesFailedError } from './files-failed-error.ts';
import { freeBuffer } from './free-buffer.ts';

export type Progress = { bytes: number; words: string };
type OnProgress = (progress: Progress) => void;

const maxTries = 8;
const retryDelayMs = 1_000;

export async function listFolder(
  startStream: StartStream,
  path: string,
  signal: AbortSignal,
): Promise<{ entries: FileEntry[]; is_cut: boolean }> {
  const talk = await openConversation(startStream, { type: 'list', path }, signal);
  try {
    const answer = await talk.next();
    if (!('type' in answer) || answer.type !== 'listing') throw notUnderstood();
    return answer;
  } finally {
    talk.close();
  }
}

export async function deleteFile(startStream: StartStream, path: string, signal: AbortSignal): Promise<void> {
  const talk = await openConversation(startStream, { type: 'delete', path }, signal);
  try {
    await talk.next();
  } finally {
    talk.close();
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
  await withRetries(signal, onProgress, async (tell) => {
    const talk = await openConversation(startStream, request, signal);
    try {
      await sendFile(talk, file, tell, signal);
    } finally {
      talk.close();
    }
  });
}

/** Fetches a file of the phone into `file`. What comes after a lost line is the rest of the same file, or it fails. */
export async function pullFile(
  startStream: StartStream,
  path: string,
  file: FetchedFile,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Blob> {
  try {
    let have = 0;
    await withRetries(signal, onProgress, async (tell) => {
      const chain = have === 0 ? {} : { chain: await chainOf(file.read, have, signal) };
      const talk = await openConversation(
        startStream,
        { type: 'pull', path, offset: have, ...chain },
        signal,
      );
      try {
        await receiveFile(talk, file, have, (bytes) => {
          have = bytes;
          tell({ bytes, words: 'Fetching' });
        });
      } finally {
        talk.close();
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
  talk: FilesConversation,
  file: FetchedFile,
  offset: number,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let have = offset;
  let size: number | undefined;
  for (;;) {
    const message = await talk.next();
    if (!('type' in message)) {
      if (message.offset !== have) throw notUnderstood();
      const { length } = message.content;
      // The next one is taken when this one is on the disk: what comes faster is held back by the conversation.
      await file.append(message.content as Uint8Array<ArrayBuffer>);
      have += length;
      onBytes(have);
    } else if (message.type === 'pull_start') {
      size = message.size;
      if (size > file.mostBytes) throw noRoom();
    } else if (message.type === 'done') {
      if (size !== have) throw hasChanged();
      return;
    }
  }
}

async function sendFile(
  talk: FilesConversation,
  file: File,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const ready = await talk.next();
  if (!('type' in ready) || ready.type !== 'push_ready') throw notUnderstood();
  // Is what the host has the beginning of this very file?
  const isOurs = ready.offset > 0 && (await chainOf(readerOf(file), ready.offset, signal)) === ready.chain;
  let at = isOurs ? ready.offset : 0;
  let chain = isOurs ? ready.chain : emptyChain;
  let received = at;
  talk.say({ type: 'push_from', offset: at });
  while (at < file.size) {
    while (at - received >= fileWindowBytes) {
      const message = await talk.next();
      if ('type' in message && message.type === 'received') received = message.bytes;
      onProgress({ bytes: received, words: 'Sending' });
    }
    const content = new Uint8Array(await file.slice(at, at + fileBlockLength).arrayBuffer());
    // A file that changes under our hands is not the file that was meant.
    if (content.length !== Math.min(fileBlockLength, file.size - at)) {
      throw new FilesFailedError('The file has changed while it was sent.', false);
    }
    chain = await nextChain(chain, content);
    talk.sendBlock({ offset: at, content });
    at += content.length;
    freeBuffer(content);
  }
  talk.say({ type: 'push_end', chain });
  for (;;) {
    const message = await talk.next();
    if (!('type' in message)) throw notUnderstood();
    if (message.type === 'done') return;
    if (message.type === 'received') onProgress({ bytes: message.bytes, words: 'Sending' });
    if (message.type === 'working') {
      onProgress({ bytes: file.size, words: message.what === 'installing' ? 'Installing' : 'Storing' });
    }
  }
}

/** Tries that brought something don't count: a bad line may break a long transfer many times. */
async function withRetries(
  signal: AbortSignal,
  onProgress: OnProgress,
  work: (tell: OnProgress) => Promise<void>,
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
      if (!(error instanceof FilesFailedError) || !error.retry || attempt >= maxTries) throw error;
      onProgress({ bytes, words: 'Waiting for the connection' });
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs * Math.max(1, attempt)));
    }
  }
}

function hasChanged(): FilesFailedError {
  return new FilesFailedError('The file has changed while it was fetched.', false);
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
