import type { Socket } from 'node:net';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';

/** Adapts a socket to Tango's streams, with backpressure. */
export function socketStreams(socket: Socket) {
  const readable = new ReadableStream<Uint8Array>({
    start(controller) {
      socket.on('data', (chunk: Buffer) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) socket.pause();
      });
      const finish = (): void => {
        try {
          controller.close();
        } catch {
          // The stream is closed already.
        }
      };
      socket.once('end', finish);
      socket.once('close', finish);
      socket.on('error', () => socket.destroy());
    },
    pull: () => void socket.resume(),
    cancel: () => void socket.destroy(),
  });
  const writable = new MaybeConsumable.WritableStream<Uint8Array>({
    write: (chunk) =>
      new Promise<void>((resolve) => {
        // Writes after the end are discarded.
        if (socket.destroyed) resolve();
        else socket.write(chunk, () => resolve());
      }),
    close: () => void socket.end(),
  });
  const closed = new Promise<undefined>((resolve) => socket.once('close', () => resolve(undefined)));
  return { readable, writable, closed, close: () => void socket.destroy() };
}
