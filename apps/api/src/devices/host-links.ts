// The links that this node holds, and the way to a host whose link another node holds (LISTEN/NOTIFY).
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import { controlPlaneMessage } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { type Events, publish } from '../platform/events.ts';
import { messageForHost } from './devices.events.ts';

export type HostLink = {
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

export function createHostLinks(deps: { db: Db; events: Events; nodeId: string }): HostLinks {
  const links = new Map<string, HostLink>();
  const stopListening = deps.events.on(messageForHost, (news) => {
    if (news.node_id !== deps.nodeId) return;
    const message = controlPlaneMessage.safeParse(news.message);
    if (message.success) links.get(news.host_id)?.send(message.data);
  });
  return {
    nodeId: deps.nodeId,
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
      if (link_node_id === null || link_node_id === deps.nodeId) return false;
      await publish(deps.db, messageForHost, { node_id: link_node_id, host_id, message });
      return true;
    },
    stop: () => {
      stopListening();
      for (const link of links.values()) link.close('The node is stopping.');
    },
  };
}
