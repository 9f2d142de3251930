// Terminates TLS in front of a port, as a proxy does.
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { makeSelfSigned } from './self-signed.ts';

export type TlsFront = {
  /** "localhost:port" */
  address: string;
  /** PEM of what its clients have to trust. */
  authority: string;
  /** Connections that were encrypted to their end, so far. */
  opened: () => number;
  stop: () => Promise<void>;
};

export async function startTlsFront(port: number): Promise<TlsFront> {
  const { key, cert } = makeSelfSigned();
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer({ key, cert }, (near) => {
    opened += 1;
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    authority: cert,
    opened: () => opened,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
