// The parts of a node that talk to other nodes, without the rest: connections, heartbeat, events.
import { readConfig } from '../src/config.ts';
import { startEvents } from '../src/platform/bus/start-events.ts';
import { type Db, openDatabase } from '../src/platform/database.ts';
import type { Events } from '../src/platform/events.ts';
import { createLog, type Log } from '../src/platform/log.ts';
import { type Node, startNode } from '../src/platform/node.ts';

export type BusNode = {
  id: string;
  db: Db;
  events: Events;
  node: Node;
  log: Log;
  /** How often its listeners had to read their state again. */
  gaps: () => number;
  stop: () => Promise<void>;
};

let made = 0;

/** `env`: NATS_URL and the like; without them, PostgreSQL. `eventsUrl`: where it listens, if not at `databaseUrl`. */
export async function startBusNode(
  databaseUrl: string,
  env: Record<string, string | undefined> = {},
  eventsUrl = databaseUrl,
): Promise<BusNode> {
  made += 1;
  const config = readConfig({ DATABASE_URL: databaseUrl, ...env });
  const log = createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent');
  const { db, stop: closeDatabase } = openDatabase({ url: databaseUrl, poolSize: 3, log });
  const node = await startNode({ db, log, url: `ws://node-${process.pid}-${made}` });
  const events = await startEvents({ databaseUrl: eventsUrl, db, log, node }, config.nats);
  let gaps = 0;
  events.onGap(() => {
    gaps += 1;
  });
  return {
    id: node.id,
    db,
    events,
    node,
    log,
    gaps: () => gaps,
    stop: async () => {
      await node.stop();
      await events.stop();
      await closeDatabase();
    },
  };
}
