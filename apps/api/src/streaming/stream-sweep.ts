// Each second: says that this node lives, and looks at the database for what may be open no longer. News alone is
// not enough: it is told once, and a connection that is half dead tells nothing (spec-decisions 31).
import { listRevokedHosts } from '../devices/devices.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Admissions } from './admissions.ts';
import type { Channels } from './channels.ts';
import { deleteNode, selectLivingNodes, updateNodeBeat } from './open-sockets.sql.ts';
import type { Relay } from './relay/relay.ts';

const everyMs = 1_000;

export type SweepDeps = {
  db: Db;
  log: Log;
  nodeId: string;
  admissions: Pick<Admissions, 'check' | 'openRows'>;
  channels: Pick<Channels, 'hostIds' | 'endHost'>;
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
    await deleteNode(deps.db, deps.nodeId).catch(() => undefined);
  };
}

async function sweepOnce({ db, nodeId, admissions, channels, relay }: SweepDeps): Promise<void> {
  await admissions.check();
  const hostIds = channels.hostIds();
  if (hostIds.length > 0) for (const id of await listRevokedHosts(db, hostIds)) channels.endHost(id);
  await updateNodeBeat(db, nodeId, admissions.openRows());
  if (relay.hasNeighbours()) relay.keepNodes(new Set(await selectLivingNodes(db)));
}
