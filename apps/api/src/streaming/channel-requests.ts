// Requests to agents to open a channel, and the channels that came of them: each belongs to a host, a device and an
// assignment, and ends with any of them. The sockets themselves are the relay's (its `host-channels.ts`).
import {
  type ControlPlaneMessage,
  liveScreenSince,
  type StreamQuality,
  screenSince,
  stopsActionsSince,
  tileStandInsSince,
} from '@pocketfleet/contract';
import type {
  ChannelAnswer,
  ChannelRequest,
  ControlEvent,
  DialRequest,
  OpenChannel,
} from '@pocketfleet/relay';
import { channelFailed, deviceMoved, hostLinked, hostRevoked } from '../devices/devices.events.ts';
import {
  type DevicePlace,
  getDevicePlace,
  type HostLinks,
  isOlderVersion,
  type ServedBy,
} from '../devices/devices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { SealKeys } from '../platform/sealed.ts';
import { memoryKeysOf } from './memory-keys.ts';
import { readChannelNote, writeChannelNote } from './relay-notes.ts';

/** The relay gives up sooner. */
const forgetAfterMs = 60_000;
/** Of a sentence for viewers, as relays accept it. */
const maxDetailLength = 500;
const lost = 'The connection to the phone was lost.';
const offline = 'The phone is offline.';

/** `since`: the first version of the agent that knows what this channel is for. */
type Terms = { expiresAt: string | null; since?: string | undefined };

export type ChannelRequests = {
  ask: (dial: DialRequest, request: ChannelRequest, terms: Terms) => Promise<ChannelAnswer>;
  arrived: (channelId: string) => void;
  /** The channel has ended, or is no longer waited for. */
  closed: (channelId: string) => void;
  /** The relay had these open before its link came here. */
  resume: (channels: readonly OpenChannel[]) => void;
  /** An assignment has a new end. */
  moveEnd: (assignmentId: string, expiresAt: string | null) => void;
  /** Devices with an open channel, each with the host that serves it. */
  listServed: () => ServedBy[];
  /** Ends what this host serves of this device. */
  endServed: (served: ServedBy) => void;
  stop: () => void;
};

type Requested = {
  channelId: string;
  assignmentId: string;
  place: Pick<DevicePlace, 'id' | 'host_id' | 'link_node_id'>;
  expiresAt: string | null;
  isOpen: boolean;
  /** The request was sent to a node that had lost the host's link, or that did not answer. */
  isUnsent: boolean;
  /** The host has linked to that node again since the request was made. */
  isLinkedAgain: boolean;
  timer: NodeJS.Timeout | undefined;
};

export type ChannelRequestsDeps = {
  db: Db;
  clock: Clock;
  events: Events;
  links: HostLinks;
  log: Log;
  config: { operatorSecretsKeys: SealKeys };
};

export function createChannelRequests(
  deps: ChannelRequestsDeps,
  tell: (event: ControlEvent) => void,
): ChannelRequests {
  const { events, links, clock } = deps;
  const requested = new Map<string, Requested>();
  /** Counts the reports of new links of hosts. A link that is reported while a place is read has no request to move yet. */
  let linksHeard = 0;
  const spanOf = (expiresAt: string | null): number | null =>
    expiresAt === null ? null : Math.max(0, Math.trunc(Date.parse(expiresAt) - clock.nowMs()));
  const listWaiting = (): Requested[] => [...requested.values()].filter((entry) => !entry.isOpen);

  /** Sends the agent a message about a channel. If it is lost, a reconnect corrects that. */
  const notifyAgent = (deviceId: string, message: ControlPlaneMessage): void => {
    // The place is read again, because the link may have moved to another node.
    getDevicePlace(deps, deviceId)
      .then((place) => links.send(place, message))
      .catch((error) => deps.log.warn({ err: error }, 'an agent could not be notified about its channel'));
  };
  const forget = (entry: Requested): void => {
    clearTimeout(entry.timer);
    if (!requested.delete(entry.channelId) || entry.isOpen) return;
    notifyAgent(entry.place.id, { type: 'close_channel', channel_id: entry.channelId });
  };
  const fail = (entry: Requested, detail: string, hasMoved = false): void => {
    if (entry.isOpen || !requested.has(entry.channelId)) return;
    forget(entry);
    const told = detail.slice(0, maxDetailLength);
    tell({ type: 'channel_failed', channel_id: entry.channelId, detail: told, has_moved: hasMoved });
  };
  const move = (entry: Requested): void => fail(entry, lost, true);
  const endWhere = (isMeant: (entry: Requested) => boolean): void => {
    const ended = [...requested.values()].filter((entry) => entry.isOpen && isMeant(entry));
    const channel_ids = ended.map(({ channelId }) => channelId);
    if (channel_ids.length > 0) tell({ type: 'channels_ended', channel_ids });
  };
  const endServed = ({ device_id, host_id }: ServedBy): void =>
    endWhere(({ place }) => place.id === device_id && place.host_id === host_id);
  /** When the link has moved, the channel is requested again. Otherwise the event `host_linked` is awaited. */
  const checkLink = (entry: Requested): void => {
    getDevicePlace(deps, entry.place.id).then(
      ({ link_node_id, connection_state }) => {
        if (link_node_id !== entry.place.link_node_id) move(entry);
        else if (connection_state !== 'online') fail(entry, offline);
      },
      // Without the database the request just waits for its time limit.
      () => undefined,
    );
  };
  /** The other node may be dead, or have lost the link a moment ago. Of its own links this node knows better than the database. */
  const handleUnsent = (entry: Requested): void => {
    entry.isUnsent = true;
    if (entry.place.link_node_id === links.nodeId) fail(entry, offline);
    else if (entry.isLinkedAgain) move(entry);
    else checkLink(entry);
  };
  const stopListening = [
    events.on(channelFailed, ({ channel_id, detail }) => {
      const entry = requested.get(channel_id);
      if (entry !== undefined) fail(entry, detail);
    }),
    events.on(hostLinked, ({ host_id, node_id }) => {
      linksHeard += 1;
      for (const entry of listWaiting()) {
        if (entry.place.host_id !== host_id) continue;
        if (entry.isUnsent || entry.place.link_node_id !== node_id) move(entry);
        else entry.isLinkedAgain = true;
      }
    }),
    // The event of a move may be among those that were missed.
    events.onGap(() => listWaiting().forEach(checkLink)),
    events.on(hostRevoked, ({ host_id }) => endWhere(({ place }) => place.host_id === host_id)),
    events.on(deviceMoved, ({ device_id, from_host_id }) => {
      endServed({ device_id, host_id: from_host_id });
      for (const entry of listWaiting())
        if (entry.place.id === device_id && entry.place.host_id === from_host_id) move(entry);
    }),
  ];

  return {
    ask: async (dial, { device_id, assignment_id, kind, quality }, { expiresAt, since }) => {
      const heardBefore = linksHeard;
      const place = await getDevicePlace(deps, device_id);
      if (place.connection_state !== 'online') return { refusal: { detail: offline, is_too_old: false } };
      // An older agent drops a request for a kind of channel that it doesn't know.
      const needed = since ?? (kind === 'screen' ? screenSince : undefined);
      if (needed !== undefined && isOlderVersion(place.agent_version, needed)) return tooOld;
      const entry: Requested = {
        channelId: dial.channel_id,
        assignmentId: assignment_id,
        place,
        expiresAt,
        isOpen: false,
        isUnsent: false,
        isLinkedAgain: false,
        timer: setTimeout(() => fail(entry, lost), forgetAfterMs),
      };
      requested.set(dial.channel_id, entry);
      if (linksHeard !== heardBefore) checkLink(entry);
      const message: ControlPlaneMessage = {
        type: 'open_channel',
        ...dial,
        kind,
        device_id,
        expires_at: expiresAt,
        expires_in_ms: spanOf(expiresAt),
        ...(kind === 'screen' ? { memory_keys: memoryKeysOf(deps.config, assignment_id) } : {}),
        ...(quality === undefined ? {} : { quality: supportedQuality(quality, place) }),
      };
      links.send(place, message).then(
        (outcome) => outcome === 'sent' || handleUnsent(entry),
        (error: unknown) => fail(entry, error instanceof Error ? error.message : String(error)),
      );
      const knowsSince = kind === 'screen' ? stopsActionsSince : liveScreenSince;
      const note = writeChannelNote(deps.config, dial.channel_id, {
        device_id,
        assignment_id,
        host_id: place.host_id,
        expires_at: expiresAt,
      });
      const knows_seats = !isOlderVersion(place.agent_version, knowsSince);
      return { knows_seats, ends_in_ms: spanOf(expiresAt), note };
    },
    arrived: (channelId) => {
      const entry = requested.get(channelId);
      if (entry === undefined) return;
      clearTimeout(entry.timer);
      entry.isOpen = true;
    },
    closed: (channelId) => {
      const entry = requested.get(channelId);
      if (entry !== undefined) forget(entry);
    },
    resume: (channels) => {
      for (const { channel_id, note: text } of channels) {
        const note = readChannelNote(deps.config, channel_id, text);
        if (note === undefined) {
          tell({ type: 'channels_ended', channel_ids: [channel_id] });
          continue;
        }
        // The sweep ends it if the phone has moved or its host was revoked; its viewers' admissions say when it ends.
        requested.set(channel_id, {
          channelId: channel_id,
          assignmentId: note.assignment_id,
          place: { id: note.device_id, host_id: note.host_id, link_node_id: null },
          expiresAt: note.expires_at,
          isOpen: true,
          isUnsent: false,
          isLinkedAgain: false,
          timer: undefined,
        });
      }
    },
    moveEnd: (assignmentId, expiresAt) => {
      for (const entry of requested.values()) {
        if (!entry.isOpen || entry.assignmentId !== assignmentId || entry.expiresAt === expiresAt) continue;
        entry.expiresAt = expiresAt;
        const { channelId: channel_id } = entry;
        tell({ type: 'channel_end_moved', channel_id, ends_in_ms: spanOf(expiresAt) });
        // The agent also ends the channel by itself.
        notifyAgent(entry.place.id, {
          type: 'move_channel_end',
          channel_id,
          expires_at: expiresAt,
          expires_in_ms: spanOf(expiresAt),
        });
      }
    },
    listServed: () =>
      [...requested.values()]
        .filter(({ isOpen }) => isOpen)
        .map(({ place }) => ({ device_id: place.id, host_id: place.host_id })),
    endServed,
    stop: () => {
      for (const undo of stopListening) undo();
      for (const { timer } of requested.values()) clearTimeout(timer);
    },
  };
}

/** This phone's agent is of a version that doesn't know this kind of channel. */
const tooOld: ChannelAnswer = {
  refusal: { detail: 'The computer of this phone can’t do this yet.', is_too_old: true },
};

/** Older agents drop a message with a quality that they don't know, so they are asked for the nearest known one. */
function supportedQuality(quality: StreamQuality, { agent_version }: DevicePlace): StreamQuality {
  const isStandIn = quality !== 'tile' && quality.startsWith('tile');
  return isStandIn && isOlderVersion(agent_version, tileStandInsSince) ? 'tile' : quality;
}
