// Reverse tunnels of a phone behind an adb server. The phone's connections reach the server, which knows only ports of this
// host: each tunnel has a port of its own on loopback, and what connects there goes on to the tunnel's owner.
import { createServer, type Server, type Socket } from 'node:net';
import type { AdbIncomingSocketHandler } from '@yume-chan/adb';
import { toAdbSocket } from './socket-streams.ts';

type Tunnel = { readonly server: Server; readonly sockets: Set<Socket> };

export class ServerTunnels {
  readonly #tunnels = new Map<string, Tunnel>();

  /** Returns the name under which the phone's adbd asks the server for it. */
  async add(handler: AdbIncomingSocketHandler): Promise<string> {
    const sockets = new Set<Socket>();
    let name = '';
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
      Promise.resolve(handler(toAdbSocket(socket, name, { rest: Buffer.alloc(0), isEnded: false }))).catch(
        () => socket.destroy(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port for a reverse tunnel');
    name = `tcp:${address.port}`;
    this.#tunnels.set(name, { server, sockets });
    return name;
  }

  remove(name: string): void {
    const tunnel = this.#tunnels.get(name);
    this.#tunnels.delete(name);
    tunnel?.server.close();
    for (const socket of tunnel?.sockets ?? []) socket.destroy();
  }

  clear(): void {
    for (const name of [...this.#tunnels.keys()]) this.remove(name);
  }
}
