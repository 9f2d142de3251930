// Files channels as in the product: the agent connects, and a stand-in for relay and browser answers.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { gatherFrames } from '../src/control-plane/gathered-socket.ts';
import { joinFiles } from '../src/files/join-files.ts';
import { type FilesClient, openFilesClient } from './files-client.ts';
import type { RunningPhone } from './held-phone.ts';

const maxPayload = 512 * 1024;

export type FilesLine = {
  connect(): Promise<FilesClient & { cut: () => void }>;
  /** Settles with the channel that was opened last. */
  joined(): Promise<void>;
  stop(): void;
};

export async function startFilesLine({
  runner,
  spoolDir,
}: Pick<RunningPhone, 'runner' | 'spoolDir'>): Promise<FilesLine> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let joined: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const { createConnection, release } = gatherFrames(false, maxPayload);
      const accepted = once(server, 'connection');
      const channel = new WebSocket(url, { createConnection, maxPayload, perMessageDeflate: false });
      const [socket] = (await Promise.all([accepted, once(channel, 'open')]))[0] as [WebSocket];
      const client = openFilesClient(socket);
      const phone = { identity: 'one', user: 0, ensureServer: async () => undefined };
      joined = runner.withAdb((adb) => joinFiles({ adb, ...phone }, channel, spoolDir, release));
      return { ...client, cut: () => socket.terminate() };
    },
    joined: () => joined,
    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
