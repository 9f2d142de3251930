// A TCP socket to an adb server as one of Tango's sockets.
import type { Socket } from 'node:net';
import type { AdbSocket } from '@yume-chan/adb';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';

/** `before`: what was read of the socket already, and whether it has ended since. */
export function toAdbSocket(
  socket: Socket,
  service: string,
  before: { rest: Buffer; isEnded: boolean },
): AdbSocket {
  const closed = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  const readable = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (before.rest.length > 0) controller.enqueue(before.rest);
        const finish = (): void => {
          try {
            controller.close();
          } catch {
            // The reader has cancelled the stream already.
          }
        };
        socket.on('data', (chunk: Buffer) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) socket.pause();
        });
        socket.once('end', finish);
        socket.once('close', finish);
        if (before.isEnded) finish();
        else if (before.rest.length > 0) socket.pause();
        else socket.resume();
      },
      pull: () => void socket.resume(),
      cancel: () => void socket.destroy(),
    },
    { highWaterMark: 16 },
  );
  const writable = new MaybeConsumable.WritableStream<Uint8Array>({
    write: (bytes) =>
      new Promise<void>((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection was lost'));
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => void socket.end(),
    abort: () => void socket.destroy(),
  });
  return { service, readable, writable, closed, close: () => void socket.destroy() };
}
