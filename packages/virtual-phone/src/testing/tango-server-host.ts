// Connects Tango through an adb server, as the agent does for USB phones: each service is a connection to the server.
import { connect, createServer, type Server } from 'node:net';
import { type Adb, AdbServerClient } from '@yume-chan/adb';
import { socketStreams } from './socket-streams.ts';

/** The phone must be connected to that server. */
export async function connectTangoThrough(serverPort: number, serial: string): Promise<Adb> {
  const tunnels = new Map<string, Server>();
  const clear = (): void => {
    for (const server of tunnels.values()) server.close();
    tunnels.clear();
  };
  const client = new AdbServerClient({
    async connect() {
      const socket = connect(serverPort, '127.0.0.1');
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socketStreams(socket);
    },
    async addReverseTunnel(handler) {
      const server = createServer((socket) => {
        void handler({ service: 'tcp', ...socketStreams(socket) });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const listening = server.address();
      const address = `tcp:${typeof listening === 'object' && listening !== null ? listening.port : 0}`;
      tunnels.set(address, server);
      return address;
    },
    removeReverseTunnel(address) {
      tunnels.get(address)?.close();
      tunnels.delete(address);
    },
    clearReverseTunnels: clear,
  });
  await client.validateVersion(41);
  const adb = await client.createAdb({ serial });
  void adb.disconnected.then(clear);
  return adb;
}
