// Baseline of the files row: the same push over the same connections, by a process that only forwards.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { BlockSender } from '../../apps/agent/src/files/block-sender.ts';

export type Joined = { push(bytes: Uint8Array): Promise<void>; stop(): void };

/** Starts the forwarding process. It runs one push after another, each to the same path. */
export async function joinHops(phonePort: number, path: string): Promise<Joined> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entry = join(import.meta.dirname, 'joined-process.ts');
  const child = fork(entry, [url, String(phonePort), path], { execArgv: [] });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${entry} ended with ${code}`);
  });
  failed.catch(() => undefined);
  const [socket] = (await Promise.race([once(server, 'connection'), failed])) as [WebSocket];
  return {
    async push(bytes) {
      const done = once(socket, 'message');
      const blocks = new BlockSender(socket, 0);
      await blocks.add(bytes);
      await blocks.end();
      socket.send('whole');
      await Promise.race([done, failed]);
    },
    stop() {
      child.kill();
      server.close();
    },
  };
}
