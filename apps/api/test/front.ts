// A proxy in front of several nodes: a connection goes to the first node that accepts it.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Front = {
  port: number;
  /** Breaks the open connections. */
  breakAll: () => void;
  stop: () => Promise<void>;
};

/** `ports` in the order in which they are tried; read for each connection. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const join = (near: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) return void near.destroy();
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    keep(far);
    far.once('error', () => join(near, others));
    far.once('connect', () => {
      near.pipe(far).pipe(near);
      far.once('close', () => near.destroy());
      near.once('close', () => far.destroy());
    });
  };
  const server = createServer({ noDelay: true }, (near) => {
    keep(near);
    join(near, ports);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    breakAll,
    stop: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** In front of one server; `cut` takes it away until `mend`. */
export async function startCuttableFront(
  serverUrl: string,
): Promise<{ url: string; cut: () => void; mend: () => void; stop: () => Promise<void> }> {
  const url = new URL(serverUrl);
  const port = Number(url.port);
  const ports = [port];
  const front = await startFront(ports);
  url.port = String(front.port);
  return {
    url: url.href,
    cut: () => {
      ports.length = 0;
      front.breakAll();
    },
    mend: () => void ports.push(port),
    stop: front.stop,
  };
}
