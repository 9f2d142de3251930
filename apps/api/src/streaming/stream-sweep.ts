// Each second, on every node: looks at the database for what may be open here no longer. News alone is not enough: it
// is told once, and a connection that is half dead tells nothing (spec-decisions 31).
import { listMovedOrRevoked } from '../devices/devices.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { selectLivingNodes } from '../platform/node.sql.ts';
import type { Admissions } from './admissions.ts';
import type { Channels } from './channels.ts';
import { deleteSocketsOfNode } from './open-sockets.sql.ts';
import type { Relay } from './relay/relay.ts';

const everyMs = 1_000;

export type SweepDeps = {
  db: Db;
  log: Log;
  nodeId: string;
  admissions: Pick<Admissions, 'check' | 'forgetClosed'>;
  channels: Pick<Channels, 'listServed' | 'endServed'>;
  relay: Pick<Relay, 'hasNeighbours' | 'keepNodes'>;
};

/** Returns how to stop it, which also forgets what this node had open. */
export function startStreamSweep(deps: SweepDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    // One at a time: a slow database is not asked faster.
    running ??= sweepOnce(deps)
      .catch((error) => deps.log.warn({ err: error }, 'open streams could not be checked'))
      .finally(() => {
        running = undefined;
      });
  };
  sweep();
  const timer = setInterval(sweep, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    await deleteSocketsOfNode(deps.db, deps.nodeId).catch((error) =>
      deps.log.debug({ err: error }, 'the rows of this node’s sockets stay until they are swept'),
    );
  };
}

async function sweepOnce({ db, admissions, channels, relay }: SweepDeps): Promise<void> {
  await admissions.check();
  const served = channels.listServed();
  if (served.length > 0) for (const each of await listMovedOrRevoked(db, served)) channels.endServed(each);
  await admissions.forgetClosed();
  if (relay.hasNeighbours()) relay.keepNodes(new Set(await selectLivingNodes(db)));
}
