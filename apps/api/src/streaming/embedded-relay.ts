// A relay inside this node's process, for tests and for a node without RELAY_KEYS. Its streams end with the process.
import { acceptChannels, registerRelayMetrics, startRelay, startRtp } from '@pocketfleet/relay';
import type { AppParts } from '../app-parts.ts';
import { selectLivingNodes } from '../platform/node.sql.ts';
import { createClosedRows } from './closed-rows.ts';
import { deleteSocketsOfNode } from './open-sockets.sql.ts';
import { selectLivingRelays } from './relays.sql.ts';
import type { Relays } from './relays.ts';
import { serveRelay } from './served-relay.ts';

export function embedRelay(parts: AppParts): Relays {
  const { deps, links, channels } = parts;
  const { config, db, log } = deps;
  const rtp = startRtp(config.rtp, log);
  const closedRows = createClosedRows(deps, links.nodeId);
  const served = serveRelay(parts, {
    rows: closedRows.ofLink(),
    tell: (event) => running.receive(event),
    requests: channels.requests,
  });
  const running = startRelay({
    ...parts,
    relayId: links.nodeId,
    control: served.control,
    channels: channels.sockets,
    rtpPort: () => rtp.port,
    log,
  });
  const { relay } = running;
  acceptChannels(parts.agentSockets, channels.sockets);
  registerRelayMetrics(parts.metrics, relay, rtp);
  return {
    count: () => 1,
    countSockets: served.countSockets,
    listWatched: () => relay.listWatched(),
    check: async () => {
      await served.check();
      await closedRows.deleteAll();
      if (!relay.hasViewersElsewhere()) return;
      const relay_ids = [...(await selectLivingNodes(db)), ...(await selectLivingRelays(db))];
      running.receive({ type: 'living_relays', relay_ids });
    },
    getAddress: async () => config.publicUrl,
    stop: async () => {
      running.stop();
      await rtp.stop();
      served.stop(true);
      await deleteSocketsOfNode(db, links.nodeId).catch((error) =>
        log.debug({ err: error }, 'the rows of this node’s sockets stay until they are swept'),
      );
    },
  };
}
