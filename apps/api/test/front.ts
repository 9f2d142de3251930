// A proxy in front of several nodes: a connection goes to the first node that accepts it.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Front = { port: number; stop: () => Promise<void> };

/** `ports` in the order in which they are tried. */
export async function startFront(ports: readonly number[]): Promise<Front> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
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
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
