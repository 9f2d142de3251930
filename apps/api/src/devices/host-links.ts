// The links of hosts to this node, and messages to hosts that are linked to another node: such a message is stored as a row
// (host-messages.sql.ts), and the other node is notified.
import { type ControlPlaneMessage, controlPlaneMessage } from '@pocketfleet/contract';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Events, publishTo } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { hostMessagesWait } from './devices.events.ts';
import { deleteOldHostMessages, insertHostMessage, takeHostMessages } from './host-messages.sql.ts';
import { renewLinkHeartbeats } from './hosts.sql.ts';

export type HostLink = {
  /** Each link has its own id, so that the end of an older link doesn't affect a newer one of the same host. */
  id: string;
  send: (message: ControlPlaneMessage) => void;
  close: (detail: string) => void;
  askForNewKey: () => void;
};

export type HostLinks = {
  nodeId: string;
  /** A newer link of the same host replaces the older one. */
  add: (hostId: string, link: HostLink) => void;
  remove: (hostId: string, link: HostLink) => boolean;
  close: (hostId: string, detail: string) => void;
  /** Does nothing when another node has the host's link; that node gets the same event. */
  askForNewKey: (hostId: string) => void;
  /** Sends a message to a host through the node that has its link. False when the host has no link. */
  send: (
    host: { host_id: string; link_node_id: string | null },
    message: ControlPlaneMessage,
  ) => Promise<boolean>;
  stop: () => void;
};

type LinksDeps = { db: Db; events: Events; log: Log; node: Node };

const heartbeatEveryMs = 2_000;
const messagesAtOnce = 20;
const deleteOldEveryMs = 30_000;

export function createHostLinks(deps: LinksDeps): HostLinks {
  const { db, events, log, node } = deps;
  const links = new Map<string, HostLink>();
  const { deliver, retry } = createDelivery(deps, (hostId, message) => links.get(hostId)?.send(message));
  const renew = withoutOverlap(() => renewLinks(db, [...links.values()]), log, 'links could not be renewed');
  const timer = setInterval(() => {
    renew();
    retry();
  }, heartbeatEveryMs);
  const stopAll = [
    () => clearInterval(timer),
    events.on(hostMessagesWait, deliver),
    events.onGap(deliver),
    runOnLeader(deps, {
      failure: 'old messages for hosts were not deleted',
      everyMs: deleteOldEveryMs,
      run: () => deleteOldHostMessages(db),
    }),
  ];
  return {
    nodeId: node.id,
    add: (hostId, link) => {
      links.get(hostId)?.close('Another link of this host was opened.');
      links.set(hostId, link);
    },
    remove: (hostId, link) => links.get(hostId) === link && links.delete(hostId),
    close: (hostId, detail) => links.get(hostId)?.close(detail),
    askForNewKey: (hostId) => links.get(hostId)?.askForNewKey(),
    send: async ({ host_id, link_node_id }, message) => {
      const link = links.get(host_id);
      if (link !== undefined) {
        link.send(message);
        return true;
      }
      if (link_node_id === null || link_node_id === node.id) return false;
      return inTransaction(db, async (tx) => {
        if (!(await insertHostMessage(tx, { node_id: link_node_id, host_id }, message))) return false;
        await publishTo(tx, link_node_id, hostMessagesWait, {});
        return true;
      });
    },
    stop: () => {
      for (const stop of stopAll) stop();
      for (const link of links.values()) link.close('The node is stopping.');
    },
  };
}

/** One statement for all links of this node. While the database can't be reached, links stay open and presence expires by itself. */
async function renewLinks(db: Db, links: readonly HostLink[]): Promise<void> {
  if (links.length === 0) return;
  const valid = new Set(
    await renewLinkHeartbeats(
      db,
      links.map((link) => link.id),
    ),
  );
  for (const link of links) if (!valid.has(link.id)) link.close('This link is no longer valid.');
}

/**
 * Delivers the messages that wait for this node's hosts, in batches one after the other, so that their order is kept.
 * `retry` continues after a batch that failed, because no event is published for it again.
 */
function createDelivery(
  { db, log, node }: LinksDeps,
  send: (hostId: string, message: ControlPlaneMessage) => void,
): { deliver: () => void; retry: () => void } {
  let isMore = false;
  const drain = withoutOverlap(
    async () => {
      do {
        isMore = false;
        const taken = await takeHostMessages(db, node.id, messagesAtOnce).catch((error: unknown) => {
          isMore = true;
          throw error;
        });
        if (taken.length === messagesAtOnce) isMore = true;
        for (const { host_id, message } of taken) {
          const known = controlPlaneMessage.safeParse(message);
          if (known.success) send(host_id, known.data);
          else log.warn({ host_id }, 'a message for a host could not be parsed');
        }
      } while (isMore);
    },
    log,
    'messages for hosts could not be taken',
  );
  return {
    deliver: () => {
      // The message may have been stored after the present batch was read.
      isMore = true;
      drain();
    },
    retry: () => {
      if (isMore) drain();
    },
  };
}

function withoutOverlap(work: () => Promise<void>, log: Log, failure: string): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch((error) => log.warn({ err: error }, failure))
      .finally(() => {
        isRunning = false;
      });
  };
}
