// Queues the messages of one files channel until they are read. The queue is bounded: a full one pauses the socket, and
// so the browser.
import { type FilesRequest, filesRequest } from '@pocketfleet/contract';
import { decodeFileBlock, type FileBlock } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { withTimeout } from '../timeout.ts';

type Incoming = { type: 'request'; request: FilesRequest } | { type: 'block'; block: FileBlock };

/** The other side has closed the channel or was silent for too long. */
export class ChannelEndedError extends Error {
  override name = 'ChannelEndedError';
}

const maxQueued = 16;
const silenceTimeoutMs = 60_000;

export type Inbox = {
  /** The next message. Rejects with ChannelEndedError after a timeout. */
  next(timeoutMs?: number): Promise<Incoming>;
  /** Makes this and each later `next` reject with the error, and drops messages that arrive later. */
  end(error: Error): void;
};

export function openInbox(socket: WebSocket): Inbox {
  const queue: Incoming[] = [];
  let reader: PromiseWithResolvers<Incoming> | undefined;
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    reader?.reject(ended);
    reader = undefined;
  };
  const close = (): void => end(new ChannelEndedError('the channel was closed'));
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (ended) return;
    let message: Incoming;
    try {
      message = isBinary
        ? { type: 'block', block: decodeFileBlock(data) }
        : { type: 'request', request: filesRequest.parse(JSON.parse(data.toString())) };
    } catch {
      socket.close(4400);
      close();
      return;
    }
    if (reader) {
      reader.resolve(message);
      reader = undefined;
    } else queue.push(message);
    if (queue.length >= maxQueued) socket.pause();
  });
  socket.once('close', close);
  return {
    end(error) {
      queue.length = 0;
      end(error);
      socket.resume();
    },
    next(timeoutMs = silenceTimeoutMs) {
      const message = queue.shift();
      if (message) {
        if (socket.isPaused) socket.resume();
        return Promise.resolve(message);
      }
      if (ended) return Promise.reject(ended);
      reader = Promise.withResolvers();
      return withTimeout(reader.promise, timeoutMs, {
        onTimeout: () => new ChannelEndedError('nothing was sent for too long'),
      });
    },
  };
}
