// Another API node on the same PostgreSQL: its own pool, events, ports and sockets.
import type { AddressInfo } from 'node:net';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { startEvents } from '../src/platform/bus/start-events.ts';
import { startClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database.ts';
import { createLog } from '../src/platform/log.ts';
import { startNode } from '../src/platform/node.ts';

export type SecondNode = {
  app: App;
  /** "127.0.0.1:port" of its site. */
  address: string;
  stop: () => Promise<void>;
};

export async function startSecondNode(
  databaseUrl: string,
  agentPort: number,
  env: Record<string, string> = {},
): Promise<SecondNode> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    DEMO: '1',
    PORT: '4000',
    AGENT_PORT: String(agentPort),
    NODE_URL: `ws://127.0.0.1:${agentPort}`,
    NATS_URL: process.env['TEST_NATS_URL'],
    ...env,
  });
  const log = createLog(config.logLevel);
  const { db, stop: closeDatabase } = openDatabase({ url: databaseUrl, poolSize: 6, log });
  const clock = await startClock(db, log);
  const node = await startNode({ db, log, url: config.nodeUrl });
  const events = await startEvents({ databaseUrl, db, log, node }, config.nats);
  const smtp = { send: async () => undefined, stop: () => undefined };
  const app = await createApp({ config, db, clock, node, events, smtp, provider: undefined, log });
  await app.site.listen({ host: '127.0.0.1', port: 0 });
  await app.agents.listen({ host: '127.0.0.1', port: agentPort });
  return {
    app,
    address: `127.0.0.1:${(app.site.server.address() as AddressInfo).port}`,
    stop: async () => {
      await app.stop();
      clock.stop();
      await node.stop();
      await events.stop();
      await closeDatabase();
    },
  };
}
