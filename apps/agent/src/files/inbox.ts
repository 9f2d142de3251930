// The messages of one files channel, one after the other, as a conversation reads them. What has not been
// read yet is bounded: the socket waits, and with it the browser.
import { type FilesRequest, filesRequest } from '@pocketfleet/contract';
import { decodeFileBlock, type FileBlock } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';

export type Incoming = { type: 'request'; request: FilesRequest } | { type: 'block'; block: FileBlock };

/** The other side has closed, or said nothing for too long. */
export class ChannelEndedError extends Error {
  override name = 'ChannelEndedError';
}

const maxWaiting = 16;
const silenceLimitMs = 60_000;

export type Inbox = {
  /** Rejects with ChannelEndedError after this long without one. */
  next(limitMs?: number): Promise<Incoming>;
  /** Whoever waits, or asks next, gets this error; what still comes is passed over. */
  end(error: Error): void;
};

export function openInbox(socket: WebSocket): Inbox {
  const waiting: Incoming[] = [];
  let wanted: { resolve(message: Incoming): void; reject(error: Error): void } | undefined;
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    wanted?.reject(ended);
    wanted = undefined;
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
    if (wanted) {
      wanted.resolve(message);
      wanted = undefined;
    } else waiting.push(message);
    if (waiting.length >= maxWaiting) socket.pause();
  });
  socket.once('close', close);
  return {
    end(error) {
      waiting.length = 0;
      end(error);
      socket.resume();
    },
    next(limitMs = silenceLimitMs) {
      const message = waiting.shift();
      if (message) {
        if (socket.isPaused) socket.resume();
        return Promise.resolve(message);
      }
      if (ended) return Promise.reject(ended);
      return new Promise<Incoming>((resolve, reject) => {
        const timer = setTimeout(() => {
          wanted = undefined;
          reject(new ChannelEndedError('nothing was sent for too long'));
        }, limitMs);
        const settled = (): void => clearTimeout(timer);
        wanted = {
          resolve: (next) => {
            settled();
            resolve(next);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        };
      });
    },
  };
}
