// Connects to a phone through an adb server. Each service is a connection of its own to the server, which first selects
// the phone by its transport id, because serials may collide.
import type { Socket } from 'node:net';
import { Adb, AdbBanner, AdbFeature, type AdbSocket, type AdbTransport } from '@yume-chan/adb';
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra';
import { withTimeout } from '../timeout.ts';
import type { AdbLink } from './adb-link.ts';
import { openRequest, queryServer } from './server-socket.ts';

/** `gone` resolves when the server has lost the phone or has ended itself. */
export async function connectThroughServer(
  port: number,
  phone: { readonly transportId: number; readonly serial: string; readonly gone: Promise<void> },
  timeoutMs: number,
): Promise<AdbLink> {
  const { transportId } = phone;
  const features = await withTimeout(
    queryServer(port, `host-transport-id:${transportId}:features`),
    timeoutMs,
  );
  const sockets = new Set<Socket>();
  let isClosed = false;
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const close = (): void => {
    isClosed = true;
    for (const socket of [...sockets]) socket.destroy();
    end();
  };
  const ended = Promise.race([closed, phone.gone.then(close)]);
  const refuse = (): never => {
    throw new Error('reverse tunnels are not supported');
  };
  const transport: AdbTransport = {
    serial: phone.serial,
    maxPayloadSize: 1024 * 1024,
    banner: new AdbBanner('device', undefined, undefined, undefined, features.split(',') as AdbFeature[]),
    clientFeatures: [
      AdbFeature.ShellV2,
      AdbFeature.Cmd,
      AdbFeature.StatV2,
      AdbFeature.ListV2,
      AdbFeature.FixedPushMkdir,
      AdbFeature.Abb,
      AdbFeature.AbbExec,
      AdbFeature.SendReceiveV2,
    ],
    disconnected: ended.then(() => undefined),
    async connect(service) {
      if (isClosed) throw new Error('the connection was lost');
      const { socket, reader } = await openRequest(port, `host:transport-id:${transportId}`, service);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (isClosed) socket.destroy();
      return toAdbSocket(socket, service, reader.release());
    },
    addReverseTunnel: refuse,
    removeReverseTunnel: () => undefined,
    clearReverseTunnels: () => undefined,
    close: () => Promise.resolve(close()),
  };
  return { adb: new Adb(transport), ended, close };
}

function toAdbSocket(socket: Socket, service: string, before: { rest: Buffer; isEnded: boolean }): AdbSocket {
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
