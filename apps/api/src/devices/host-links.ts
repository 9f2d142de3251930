// The links of hosts to this node, and messages to hosts that are linked to another node: that node is asked to send the message, and
// answers whether it could.
import { type ControlPlaneMessage, controlPlaneMessage } from '@pocketfleet/contract';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Events, NoAnswer, publishTo } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { hostMessagesWait, sendToHost } from './devices.events.ts';
import { deleteOldHostMessages, insertHostMessage, takeHostMessages } from './host-messages.sql.ts';
import { renewLinkHeartbeats } from './hosts.sql.ts';

export type HostLink = {
  /** Each link has its own id, so that the end of an older link doesn't affect a newer one of the same host. */
  id: string;
  send: (message: ControlPlaneMessage) => void;
  close: (detail: string) => void;
  requestNewKey: () => void;
};

/** `not_sent`: the host has no link on the node that was asked. `unknown`: that node did not answer in time; it may send the message yet. */
export type SendOutcome = 'sent' | 'not_sent' | 'unknown';

export type HostLinks = {
  nodeId: string;
  /** A newer link of the same host replaces the older one. */
  add: (hostId: string, link: HostLink) => void;
  remove: (hostId: string, link: HostLink) => boolean;
  close: (hostId: string, detail: string) => void;
  /** Does nothing when another node has the host's link; that node gets the same event. */
  requestNewKey: (hostId: string) => void;
  /** Sends a message to a host through the node that has its link. */
  send: (
    host: { host_id: string; link_node_id: string | null },
    message: ControlPlaneMessage,
  ) => Promise<SendOutcome>;
  stop: () => void;
};

type LinksDeps = { db: Db; events: Events; log: Log; node: Node };

const heartbeatEveryMs = 2_000;
const messagesAtOnce = 20;
const deleteOldEveryMs = 30_000;
/** So that a loop over many hosts doesn't wait for the same silent node again and again. */
const notAwaitedMs = 5_000;

export function createHostLinks(deps: LinksDeps): HostLinks {
  const { db, events, log, node } = deps;
  const links = new Map<string, HostLink>();
  /** Nodes that did not answer a moment ago. */
  const silentSinceMs = new Map<string, number>();
  const isSilent = (nodeId: string): boolean =>
    performance.now() - (silentSinceMs.get(nodeId) ?? Number.NEGATIVE_INFINITY) < notAwaitedMs;
  const { deliver, retry } = createDelivery(deps, (hostId, message) => links.get(hostId)?.send(message));
  const renew = withoutOverlap(() => renewLinks(db, [...links.values()]), log, 'links could not be renewed');
  const timer = setInterval(() => {
    for (const id of silentSinceMs.keys()) if (!isSilent(id)) silentSinceMs.delete(id);
    renew();
    retry();
  }, heartbeatEveryMs);
  const stopAll = [
    () => clearInterval(timer),
    events.answer(sendToHost, ({ host_id, message }) => {
      const link = links.get(host_id);
      link?.send(message);
      return { is_sent: link !== undefined };
    }),
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
    requestNewKey: (hostId) => links.get(hostId)?.requestNewKey(),
    send: async ({ host_id, link_node_id }, message) => {
      const link = links.get(host_id);
      if (link !== undefined) {
        link.send(message);
        return 'sent';
      }
      if (link_node_id === null || link_node_id === node.id) return 'not_sent';
      const other = node.others().find(({ id }) => id === link_node_id);
      if (other?.answers === false) return sendByRow(db, { node_id: link_node_id, host_id }, message);
      const outcome = sendThrough(deps, link_node_id, { host_id, message });
      outcome.then(
        (known) => {
          if (known === 'unknown') silentSinceMs.set(link_node_id, performance.now());
          else silentSinceMs.delete(link_node_id);
        },
        () => undefined,
      );
      if (other !== undefined && !isSilent(link_node_id)) return outcome;
      // A node that isn't known to live is dead, or has started within the last second: nobody waits for its answer.
      outcome.catch((error) => log.warn({ err: error, host_id }, 'a message for a host could not be sent'));
      return 'unknown';
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

async function sendThrough(
  { events, log }: LinksDeps,
  nodeId: string,
  asked: { host_id: string; message: ControlPlaneMessage },
): Promise<SendOutcome> {
  try {
    return (await events.ask(nodeId, sendToHost, asked)).is_sent ? 'sent' : 'not_sent';
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    const { host_id } = asked;
    log.warn({ node_id: nodeId, host_id, reason: error.message }, 'a message for a host was not confirmed');
    return 'unknown';
  }
}

/** To a node of the version before, which answers no questions: the message is stored, and that node is notified. */
function sendByRow(
  db: Db,
  to: { node_id: string; host_id: string },
  message: ControlPlaneMessage,
): Promise<SendOutcome> {
  return inTransaction(db, async (tx) => {
    if (!(await insertHostMessage(tx, to, message))) return 'not_sent';
    await publishTo(tx, to.node_id, hostMessagesWait, {});
    return 'sent';
  });
}

/**
 * Delivers the messages that nodes of the version before have stored for this node's hosts, in batches one after the other, so that their order is kept.
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
