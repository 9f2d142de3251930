// The link of one agent: hello -> challenge -> proof -> welcome, then reports from it and commands to it. It is pinged every
// 2 s and dead after 6 s. Messages are validated and handled one after the other.
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AgentMessage,
  agentMessage,
  agentProtocolVersion,
  type ControlPlaneMessage,
  closeCodes,
  agentVersion as newestAgentVersion,
} from '@pocketfleet/contract';
import { type Heartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { Db } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { isOlderVersion } from './agent-version.ts';
import { handleCommandResult } from './commands.ts';
import { publishHostChanged, storeReport } from './device-reports.ts';
import { channelFailed, hostLinked } from './devices.events.ts';
import { isProof } from './enrolment.ts';
import { acceptNewKey } from './host-keys.ts';
import type { HostLink, HostLinks } from './host-links.ts';
import { selectHostKey, updateLinkDown, updateLinkUp } from './hosts.sql.ts';

const heartbeat: Heartbeat = { pingEveryMs: 2_000, deadAfterMs: 6_000 };
const handshakeMs = 5_000;
/** After a refusal, an agent that doesn't answer the close is disconnected. */
const terminateAfterMs = 500;
const maxWaitingMessages = 64;
/** The maximum that a host may send before it has proven its key. Hello and proof have about 500 bytes together. */
export const maxUnprovenBytes = 4_096;

export type AgentLinkDeps = {
  db: Db;
  log: Log;
  links: HostLinks;
};

type Proven = { hostId: string; link: HostLink };

/** `onProven` is called once, when the host has proven its key. */
export function serveAgentLink(deps: AgentLinkDeps, socket: WebSocket, onProven: () => void): void {
  const { db, links } = deps;
  const nonce = randomBytes(32).toString('base64url');
  let claimed: { hostId: string; agentVersion: string } | undefined;
  let proven: Proven | undefined;
  let waiting = 0;
  let work: Promise<void> = Promise.resolve();

  const send = (message: ControlPlaneMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const refuse = (detail: string, retry: boolean): void => {
    send({ type: 'refused', detail, retry });
    socket.close(retry ? closeCodes.server_error.code : closeCodes.not_allowed.code, detail.slice(0, 120));
    setTimeout(() => socket.terminate(), terminateAfterMs).unref();
  };

  const handshakeTimer = setTimeout(
    () => proven ?? refuse('The handshake took too long.', true),
    handshakeMs,
  );
  watchHeartbeat(socket, heartbeat);

  socket.on('message', (data: Buffer, isBinary) => {
    // After a refusal, further messages are ignored.
    if (socket.readyState !== socket.OPEN) return;
    if (proven === undefined && data.length > maxUnprovenBytes) return socket.terminate();
    const message = isBinary ? undefined : parseMessage(data.toString());
    // The agent may retry: the error may be temporary, and an agent that stops would leave its phones unusable.
    if (message === undefined) return refuse('A message could not be parsed.', true);
    if (waiting >= maxWaitingMessages) return refuse('Too many messages at once.', true);
    waiting += 1;
    work = work
      .then(() => handle(message))
      .catch((error) => {
        deps.log.error({ err: error, host_id: proven?.hostId }, 'a message of an agent could not be handled');
        refuse('The control plane could not handle a message.', true);
      })
      .finally(() => {
        waiting -= 1;
      });
  });

  socket.on('close', () => {
    clearTimeout(handshakeTimer);
    if (proven === undefined) return;
    const { hostId, link } = proven;
    if (!links.remove(hostId, link)) return;
    deps.log.info({ host_id: hostId }, 'host disconnected');
    work
      .then(() => updateLinkDown(db, hostId, link.id))
      .then(() => publishHostChanged(db, hostId, links.nodeId))
      .catch((error) => deps.log.warn({ err: error, host_id: hostId }, 'a lost link could not be stored'));
  });

  async function handle(message: AgentMessage): Promise<void> {
    if (socket.readyState !== socket.OPEN) return;
    if (message.type === 'hello') return hello(message);
    if (message.type === 'proof') return proof(message.signature);
    if (proven === undefined) return refuse('The handshake comes first.', false);
    if (message.type === 'devices') {
      send({
        type: 'known_devices',
        devices: await storeReport({ ...deps, nodeId: links.nodeId }, proven.hostId, message),
      });
      // Published after `known_devices`: before, the agent doesn't know which phone a channel is for.
      if (message.full) await publish(db, hostLinked, { host_id: proven.hostId, node_id: links.nodeId });
    } else if (message.type === 'command_result') {
      await handleCommandResult(deps, proven.hostId, message);
    } else if (message.type === 'channel_failed') {
      await publish(db, channelFailed, { channel_id: message.channel_id, detail: message.detail });
    } else {
      const isAccepted = await acceptNewKey(db, proven.hostId, nonce, message);
      if (!isAccepted) return refuse('The new key is not proven, or was not requested.', true);
      send({ type: 'key_accepted', public_key: message.public_key });
      deps.log.info({ host_id: proven.hostId }, 'a host has a new key');
    }
  }

  async function hello(message: Extract<AgentMessage, { type: 'hello' }>): Promise<void> {
    if (claimed !== undefined) return refuse('hello was sent already.', false);
    if (message.protocol !== agentProtocolVersion) {
      return refuse(
        `This control plane speaks version ${agentProtocolVersion} of the link, this agent ${message.protocol}. Install agent ${newestAgentVersion}.`,
        false,
      );
    }
    claimed = { hostId: message.host_id, agentVersion: message.agent_version };
    send({ type: 'challenge', nonce });
  }

  async function proof(signature: string): Promise<void> {
    if (claimed === undefined || proven !== undefined) return refuse('proof comes once, after hello.', false);
    const { hostId, agentVersion } = claimed;
    const host = await selectHostKey(db, hostId);
    if (
      host === undefined ||
      host.is_revoked ||
      !isProof(host.public_key, { what: 'link', hostId, nonce }, signature)
    ) {
      deps.log.warn({ host_id: hostId }, 'a host was refused');
      return refuse('This host is unknown or its key was revoked. Enrol it with a new code.', false);
    }
    const link: HostLink = {
      id: randomUUID(),
      send,
      close: (detail) => refuse(detail, true),
      requestNewKey: () => send({ type: 'rotate_key', nonce }),
    };
    await updateLinkUp(db, hostId, { id: link.id, node_id: links.nodeId, agent_version: agentVersion });
    clearTimeout(handshakeTimer);
    // The 'close' event of a socket that closed meanwhile has fired already: the link would never be removed.
    if (socket.readyState !== socket.OPEN) return updateLinkDown(db, hostId, link.id);
    proven = { hostId, link };
    onProven();
    links.add(hostId, link);
    const isOlder = isOlderVersion(agentVersion, newestAgentVersion);
    const update = isOlder ? { update_to: newestAgentVersion } : {};
    send({ type: 'welcome', node_id: links.nodeId, protocol: agentProtocolVersion, ...update });
    if (host.is_rotating) send({ type: 'rotate_key', nonce });
    if (isOlder)
      deps.log.warn({ host_id: hostId, agent_version: agentVersion }, 'this agent is older than ours');
    deps.log.info({ host_id: hostId, name: host.name, agent_version: agentVersion }, 'host connected');
  }
}

function parseMessage(text: string): AgentMessage | undefined {
  try {
    return agentMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
