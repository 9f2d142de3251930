// One conversation with a phone's files (`contract/files.ts`): a ticket, a socket, messages in their order.
import {
  closeCodes,
  closeReasonOf,
  type FilesNotice,
  type FilesRequest,
  filesNotice,
} from '@pocketfleet/contract';
import { type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import { decodeFileBlock, encodeFileBlock, type FileBlock } from '@pocketfleet/stream-protocol';
import * as texts from '#language/session';
import { FilesFailedError } from './files-failed-error.ts';
import { freeBuffer } from './free-buffer.ts';

export type FilesConversation = {
  /** The next message. Throws FilesFailedError for `failed` and for a closed socket. */
  next(): Promise<FilesNotice | FileBlock>;
  send(request: FilesRequest): void;
  sendBlock(block: FileBlock): void;
  close(): void;
};

const connectionLost = texts.theConnectionWasLost;
/**
 * A page can't slow a socket down, so messages that arrive faster than they are taken are buffered up to this size. Then
 * the socket is closed, the buffered messages are taken, and the transfer resumes from there.
 */
export const maxWaitingBytes: number = 32 * 1024 * 1024;
/** A phone that installs or reads a large file sends nothing for a long time, but never for longer than this. */
const responseTimeoutMs = 5 * 60_000;

/** Opens a socket and sends `first`. Aborting the signal closes the socket. */
export async function openConversation(
  startStream: StartStream,
  first: FilesRequest,
  signal: AbortSignal,
): Promise<FilesConversation> {
  const { stream_url, ticket } = await startStream(signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof StreamRefusedError) throw new FilesFailedError(error.message, error.reconnect);
    throw new FilesFailedError(connectionLost, true);
  });
  const socket = new WebSocket(stream_url, ['pocketfleet', ticket]);
  socket.binaryType = 'arraybuffer';
  const waiting: (FilesNotice | FileBlock)[] = [];
  let wanted: PromiseWithResolvers<FilesNotice | FileBlock> | undefined;
  let waitingBytes = 0;
  let failure: unknown;

  const fail = (error: unknown): void => {
    failure ??= error;
    wanted?.reject(failure);
    wanted = undefined;
    socket.close();
  };
  const take = (message: FilesNotice | FileBlock): void => {
    // A message after the failure would follow a gap.
    if (failure !== undefined) return;
    if ('type' in message && message.type === 'failed') {
      fail(new FilesFailedError(message.detail, message.retry));
    } else if (wanted) {
      wanted.resolve(message);
      wanted = undefined;
    } else {
      waiting.push(message);
      waitingBytes += sizeOf(message);
      if (waitingBytes > maxWaitingBytes) fail(new FilesFailedError('This computer is too slow.', true));
    }
  };
  socket.onopen = () => socket.send(JSON.stringify(first));
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    try {
      if (data instanceof ArrayBuffer) take(decodeFileBlock(new Uint8Array(data)));
      else take(filesNotice.parse(JSON.parse(String(data))));
    } catch {
      fail(new FilesFailedError('The phone sent something that is not understood.', false));
    }
  };
  socket.onclose = ({ code }) => {
    const reason = closeReasonOf(code);
    const isLoss = reason === undefined || reason === 'normal';
    const { detail, reconnect } = isLoss ? { detail: connectionLost, reconnect: true } : closeCodes[reason];
    fail(new FilesFailedError(detail, reconnect));
  };
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });

  return {
    async next() {
      const message = waiting.shift();
      if (message) {
        waitingBytes -= sizeOf(message);
        return message;
      }
      if (failure !== undefined) throw failure;
      wanted = Promise.withResolvers();
      const timer = setTimeout(
        () => fail(new FilesFailedError('The phone does not answer.', true)),
        responseTimeoutMs,
      );
      return wanted.promise.finally(() => clearTimeout(timer));
    },
    send: (request) => socket.send(JSON.stringify(request)),
    sendBlock(block) {
      const message = encodeFileBlock(block);
      // The socket has its own copy when `send` returns.
      socket.send(message);
      freeBuffer(message);
    },
    close: () => {
      socket.onclose = null;
      socket.close();
    },
  };
}

function sizeOf(message: FilesNotice | FileBlock): number {
  return 'type' in message ? 0 : message.content.length;
}
