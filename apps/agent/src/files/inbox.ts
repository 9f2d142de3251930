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

export type Inbox = { next(): Promise<Incoming> };

export function openInbox(socket: WebSocket): Inbox {
  const waiting: Incoming[] = [];
  let wanted: { resolve(message: Incoming): void; reject(error: Error): void } | undefined;
  let isClosed = false;
  const end = (): void => {
    isClosed = true;
    wanted?.reject(new ChannelEndedError('the channel was closed'));
    wanted = undefined;
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    let message: Incoming;
    try {
      message = isBinary
        ? { type: 'block', block: decodeFileBlock(data) }
        : { type: 'request', request: filesRequest.parse(JSON.parse(data.toString())) };
    } catch {
      socket.close(4400);
      end();
      return;
    }
    if (wanted) {
      wanted.resolve(message);
      wanted = undefined;
    } else waiting.push(message);
    if (waiting.length >= maxWaiting) socket.pause();
  });
  socket.once('close', end);
  return {
    next() {
      const message = waiting.shift();
      if (message) {
        if (socket.isPaused) socket.resume();
        return Promise.resolve(message);
      }
      if (isClosed) return Promise.reject(new ChannelEndedError('the channel was closed'));
      return new Promise<Incoming>((resolve, reject) => {
        const timer = setTimeout(() => {
          wanted = undefined;
          reject(new ChannelEndedError('nothing was sent for too long'));
        }, silenceLimitMs);
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
