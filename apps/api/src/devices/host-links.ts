// The links that this node holds, and the way to a host whose link another node holds: a message for it is a row
// (host-messages.sql.ts), and that node is told that one waits.
import { type ControlPlaneMessage, controlPlaneMessage } from '@pocketfleet/contract';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Events, publishTo } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { hostMessagesWait } from './devices.events.ts';
import { deleteOldHostMessages, insertHostMessage, takeHostMessages } from './host-messages.sql.ts';
import { updateLinkBeats } from './hosts.sql.ts';

export type HostLink = {
  /** Its own, not its host's or its node's: an older link's end says nothing of it. */
  id: string;
  send: (message: ControlPlaneMessage) => void;
  close: (detail: string) => void;
  askForNewKey: () => void;
};

export type HostLinks = {
  nodeId: string;
  /** A newer link of the same host takes the place of the older one. */
  add: (hostId: string, link: HostLink) => void;
  remove: (hostId: string, link: HostLink) => boolean;
  close: (hostId: string, detail: string) => void;
  /** If this node holds the host's link; others hear of it by themselves. */
  askForNewKey: (hostId: string) => void;
  /** Sends to a host over this node or over the one that holds its link. False when nobody holds one. */
  send: (
    host: { host_id: string; link_node_id: string | null },
    message: ControlPlaneMessage,
  ) => Promise<boolean>;
  stop: () => void;
};

type LinksDeps = { db: Db; events: Events; log: Log; node: Node };

const beatEveryMs = 2_000;
const takenAtOnce = 20;
const forgetEveryMs = 30_000;

export function createHostLinks(deps: LinksDeps): HostLinks {
  const { db, events, log, node } = deps;
  const links = new Map<string, HostLink>();
  const { deliver, retry } = drainOnce(deps, (hostId, message) => links.get(hostId)?.send(message));
  const beat = onceAtATime(() => beatLinks(db, [...links.values()]), log, 'links could not be renewed');
  const timer = setInterval(() => {
    beat();
    retry();
  }, beatEveryMs);
  const stopAll = [
    () => clearInterval(timer),
    events.on(hostMessagesWait, deliver),
    events.onGap(deliver),
    runOnLeader(deps, {
      failure: 'old messages for hosts were not deleted',
      everyMs: forgetEveryMs,
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

/** One statement for all links of this node, however many hosts it has. Without the database nothing is known to be wrong: links stay, presence runs out by itself. */
async function beatLinks(db: Db, links: readonly HostLink[]): Promise<void> {
  if (links.length === 0) return;
  const valid = new Set(
    await updateLinkBeats(
      db,
      links.map((link) => link.id),
    ),
  );
  for (const link of links) if (!valid.has(link.id)) link.close('This link is no longer valid.');
}

/**
 * Takes out what waits for this node's hosts, one portion after the other, so that their order is kept. `retry` goes on
 * where a portion could not be taken: nobody is notified of it again.
 */
function drainOnce(
  { db, log, node }: LinksDeps,
  send: (hostId: string, message: ControlPlaneMessage) => void,
): { deliver: () => void; retry: () => void } {
  let isMore = false;
  const drain = onceAtATime(
    async () => {
      do {
        isMore = false;
        const taken = await takeHostMessages(db, node.id, takenAtOnce).catch((error: unknown) => {
          isMore = true;
          throw error;
        });
        if (taken.length === takenAtOnce) isMore = true;
        for (const { host_id, message } of taken) {
          const known = controlPlaneMessage.safeParse(message);
          if (known.success) send(host_id, known.data);
          else log.warn({ host_id }, 'a message for a host is not understood');
        }
      } while (isMore);
    },
    log,
    'messages for hosts could not be taken',
  );
  return {
    deliver: () => {
      // Told while a portion is being taken: it may have come after that.
      isMore = true;
      drain();
    },
    retry: () => {
      if (isMore) drain();
    },
  };
}

function onceAtATime(work: () => Promise<void>, log: Log, failure: string): () => void {
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
