// One conversation with a phone's files (`contract/files.ts`): a ticket, a socket, messages in their order.
import { type FilesNotice, type FilesRequest, filesNotice, maxFilesTextLength } from '@pocketfleet/contract';
import { decodeFileBlock, encodeFileBlock, type FileBlock } from '@pocketfleet/stream-protocol';
import { openSocket } from '#open-socket';
import { createDeferred, type Deferred } from '../deferred.ts';
import { closeErrorOf } from '../sockets/close-error.ts';
import { FilesFailedError } from './files-failed-error.ts';
import { freeBuffer } from './free-buffer.ts';

export type FilesConversation = {
  /** The next message. Throws FilesFailedError for `failed` and for a closed socket. */
  next(): Promise<FilesNotice | FileBlock>;
  send(request: FilesRequest): void;
  sendBlock(block: FileBlock): Promise<void>;
  close(): void;
};

/** Asks for a ticket of the purpose `files`. Throws FilesFailedError for a refusal; any other error counts as a lost line. */
export type AskForTicket = (signal: AbortSignal) => Promise<{ stream_url: string; ticket: string }>;

/**
 * A page can't slow a socket down, so messages that arrive faster than they are taken are buffered up to this size. Then
 * the socket is closed, the buffered messages are taken, and the transfer resumes from there.
 */
const maxWaitingBytes = 32 * 1024 * 1024;
/** Node can slow it down. */
const pauseAtBytes = 8 * 1024 * 1024;
/** A phone that installs or reads a large file sends nothing for a long time, but never for longer than this. */
const responseTimeoutMs = 5 * 60_000;
/**
 * A phone that is being cleaned fails a transfer a moment before the line says that the rental has ended. The line's reason
 * is the true one, so a failure waits this long for the end of the socket, which follows it at once.
 */
const closeAfterFailureMs = 2_000;

/** Opens a socket and sends `first`. Aborting the signal closes the socket. */
export async function openConversation(
  askForTicket: AskForTicket,
  first: FilesRequest,
  signal: AbortSignal,
): Promise<FilesConversation> {
  const { stream_url, ticket } = await askForTicket(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof FilesFailedError ? error : lost();
  });
  signal.throwIfAborted();
  const waiting: (FilesNotice | FileBlock)[] = [];
  let wanted: Deferred<FilesNotice | FileBlock> | undefined;
  let waitingBytes = 0;
  let failure: unknown;
  /** The phone's refusal; the line's own reason, if that comes, takes its place. */
  let refusal: FilesFailedError | undefined;
  let refusalTimer: ReturnType<typeof setTimeout> | undefined;

  const fail = (error: unknown): void => {
    failure ??= error;
    clearTimeout(refusalTimer);
    wanted?.reject(failure);
    wanted = undefined;
    signal.removeEventListener('abort', abort);
    socket.cut();
  };
  const abort = (): void => fail(signal.reason);
  const take = (message: FilesNotice | FileBlock): void => {
    // A message after the failure would follow a gap.
    if (failure !== undefined || refusal !== undefined) return;
    if ('type' in message && message.type === 'failed') {
      refusal = new FilesFailedError(message.detail, message.retry);
      refusalTimer = setTimeout(fail, closeAfterFailureMs, refusal);
    } else if (wanted) {
      wanted.resolve(message);
      wanted = undefined;
    } else {
      waiting.push(message);
      waitingBytes += sizeOf(message);
      if (waitingBytes > pauseAtBytes) socket.pause();
      if (waitingBytes > maxWaitingBytes) fail(new FilesFailedError('This computer is too slow.', true));
    }
  };
  const socket = openSocket(
    {
      address: stream_url,
      ticket,
      maxMessageBytes: maxFilesTextLength,
      silentAfterMs: 30_000,
      hasHeartbeats: false,
    },
    {
      onOpen: () => void socket.send(JSON.stringify(first)),
      onMessage: (data) => {
        try {
          if (typeof data === 'string') take(filesNotice.parse(JSON.parse(data)));
          else take(decodeFileBlock(data));
        } catch {
          fail(new FilesFailedError('The phone sent something that is not understood.', false));
        }
      },
      onClose: (code) => {
        const { error, reconnect } = closeErrorOf(code, '');
        const isKnown = refusal !== undefined && error.code === 'line_lost';
        fail(isKnown ? refusal : new FilesFailedError(error.message, reconnect, error.code));
      },
    },
  );
  signal.addEventListener('abort', abort, { once: true });

  return {
    async next() {
      const message = waiting.shift();
      if (message) {
        waitingBytes -= sizeOf(message);
        if (waitingBytes < pauseAtBytes / 2 && failure === undefined) socket.resume();
        return message;
      }
      if (failure !== undefined) throw failure;
      wanted = createDeferred();
      const timer = setTimeout(
        () => fail(new FilesFailedError('The phone does not answer.', true)),
        responseTimeoutMs,
      );
      return wanted.promise.finally(() => clearTimeout(timer));
    },
    send: (request) => void socket.send(JSON.stringify(request)),
    async sendBlock(block) {
      const message = encodeFileBlock(block);
      const isTaken = socket.send(message);
      // A browser's socket has its own copy when `send` returns.
      if (typeof window === 'undefined') await isTaken;
      else freeBuffer(message);
    },
    close: () => {
      failure ??= lost();
      clearTimeout(refusalTimer);
      signal.removeEventListener('abort', abort);
      socket.close(1000);
    },
  };
}

function lost(): FilesFailedError {
  return new FilesFailedError(closeErrorOf(1006, '').error.message, true, 'line_lost');
}

function sizeOf(message: FilesNotice | FileBlock): number {
  return 'type' in message ? 0 : message.content.length;
}
