// Stands between the API and PostgreSQL and sees each statement on its way, so that a test can kill the API at
// exactly one of them without a line of the product knowing.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type StatementProxy = {
  /** The database's address through the proxy. */
  url: string;
  /** Sees what goes to the database; false keeps it from getting there. */
  watch: (onStatement: ((text: string) => boolean) | undefined) => void;
  stop: () => Promise<void>;
};

export async function startStatementProxy(databaseUrl: string, port = 0): Promise<StatementProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let onStatement: ((text: string) => boolean) | undefined;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (onStatement?.(chunk.toString('latin1')) !== false) upstream.write(chunk);
    });
    upstream.pipe(client);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    watch: (next) => {
      onStatement = next;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
