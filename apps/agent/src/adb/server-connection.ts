// Connects to a phone through an adb server. Each service is a connection of its own to the server, which first selects
// the phone by its transport id, because serials may collide.
import type { Socket } from 'node:net';
import { Adb, AdbBanner, AdbFeature, type AdbTransport } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';
import type { AdbLink } from './adb-link.ts';
import { openRequest, queryServer } from './server-socket.ts';
import { ServerTunnels } from './server-tunnels.ts';
import { toAdbSocket } from './socket-streams.ts';

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
  const tunnels = new ServerTunnels();
  void ended.then(() => tunnels.clear());
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
    addReverseTunnel: (handler) => tunnels.add(handler),
    removeReverseTunnel: (name) => tunnels.remove(name),
    clearReverseTunnels: () => tunnels.clear(),
    close: () => Promise.resolve(close()),
  };
  return { adb: new Adb(transport), ended, close };
}
