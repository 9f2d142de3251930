// Each node checks its open sockets and channels against the database once a second. Events alone are not enough: each is
// published once, and may be lost on a half-open connection.
import { listMovedOrRevoked } from '../devices/devices.ts';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { selectLivingNodes } from '../platform/node.sql.ts';
import type { Admissions } from './admissions.ts';
import type { ChannelRequests } from './channel-requests.ts';
import { deleteSocketsOfNode } from './open-sockets.sql.ts';
import type { ControlEvent } from './relay/control-plane.ts';
import type { Relay } from './relay/relay.ts';

const everyMs = 1_000;

export type SweepDeps = {
  db: Db;
  log: Log;
  nodeId: string;
  admissions: Pick<Admissions, 'check' | 'deleteClosedRows'>;
  requests: Pick<ChannelRequests, 'listServed' | 'endServed'>;
  relay: Pick<Relay, 'hasViewersElsewhere'>;
  tell: (event: ControlEvent) => void;
};

/** Returns the function that stops it and deletes this node's rows of open sockets. */
export function startStreamSweep(deps: SweepDeps): () => Promise<void> {
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    // Without overlap, so that a slow database doesn't get more load.
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

async function sweepOnce({ db, admissions, requests, relay, tell }: SweepDeps): Promise<void> {
  await admissions.check();
  const served = requests.listServed();
  if (served.length > 0) for (const each of await listMovedOrRevoked(db, served)) requests.endServed(each);
  await admissions.deleteClosedRows();
  if (relay.hasViewersElsewhere()) tell({ type: 'living_relays', relay_ids: await selectLivingNodes(db) });
}
