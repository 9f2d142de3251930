// Relays that are programs of their own: each opens a link to one node and is served there. The table of living relays tells
// all nodes where viewers can be sent.
import { acceptChannels, type ControlEvent, maxRelayMessageBytes } from '@pocketfleet/relay';
import type { AppParts } from '../app-parts.ts';
import { AppError } from '../platform/app-error.ts';
import { isDataError } from '../platform/database.ts';
import { selectLivingNodes } from '../platform/node.sql.ts';
import type { RelaySettings } from '../platform/relay-settings.ts';
import { createChannelRequests } from './channel-requests.ts';
import { createClosedRows } from './closed-rows.ts';
import { startRelayBeats } from './relay-beats.ts';
import { passEventsOn } from './relay-events.ts';
import { type OpenLink, serveRelayLink } from './relay-link.ts';
import {
  deleteRelay,
  insertRelay,
  type RelayRow,
  renewRelays,
  selectLivingRelays,
  selectRelayFor,
} from './relays.sql.ts';
import { type Relays, sumSockets } from './relays.ts';
import { endMoved, type ServedRelay, serveRelay } from './served-relay.ts';

/** A relay says once a second what is watched; a silent one says nothing. */
const watchedValidMs = 3_000;

type Linked = {
  row: RelayRow;
  served: ServedRelay;
  tell: (event: ControlEvent) => void;
  watched: { assignment_ids: readonly string[]; atMs: number };
  hasViewersElsewhere: boolean;
  /** True once its open sockets are known, so that viewers may be sent to it. */
  isNamed: boolean;
  /** `keepsRows`: of its sockets, for the node to which it links next. */
  close: (keepsRows?: boolean) => Promise<void>;
};

export function linkRelays(parts: AppParts, settings: RelaySettings): Relays {
  const { deps, links, channels, agentSockets } = parts;
  const { db, log, events } = deps;
  const { nodeId } = links;
  const linked = new Map<string, Linked>();
  const closedRows = createClosedRows(deps, nodeId);
  /** Links that are lost: each had a row of a living relay. The next check tries again what can't be deleted. */
  const lostLinks = new Set<string>();
  const deleteLost = async (): Promise<void> => {
    for (const link_id of [...lostLinks]) {
      await deleteRelay(db, link_id);
      lostLinks.delete(link_id);
    }
    await closedRows.deleteAll();
  };
  const deleteLostNow = (): Promise<void> =>
    deleteLost().catch((error) => log.warn({ err: error }, 'the rows of a lost relay are not deleted yet'));

  /** The relay has proven its key: from now on it is served, and named to viewers once what it has open is known. */
  const open: OpenLink = ({ link_id, hello, tell, terminate }) => {
    const { relay_id, public_url, agents_url } = hello;
    // Its last link is forgotten at once; the rows of sockets that it names again are kept (`closed-rows.ts`).
    void linked.get(relay_id)?.close();
    const requests = createChannelRequests({ ...deps, links }, tell);
    const served = serveRelay(parts, { tell, requests, rows: closedRows.ofLink(), program: hello });
    const row: RelayRow = { relay_id, link_id, public_url, agents_url, is_draining: false };
    let closing: Promise<void> | undefined;
    const close = async (keepsRows: boolean): Promise<void> => {
      terminate();
      if (linked.get(relay_id) === one) linked.delete(relay_id);
      served.stop(keepsRows);
      requests.stop();
      if (one.isNamed) lostLinks.add(link_id);
      await deleteLostNow();
    };
    const one: Linked = {
      row,
      served,
      tell,
      watched: { assignment_ids: [], atMs: 0 },
      hasViewersElsewhere: false,
      isNamed: false,
      close: (keepsRows = false) => {
        closing ??= close(keepsRows);
        return closing;
      },
    };
    linked.set(relay_id, one);
    return {
      served,
      onResumed: async () => {
        if (closing !== undefined || one.isNamed) return;
        one.isNamed = true;
        await insertRelay(db, nodeId, row);
        // The link may have been lost before there was a row to delete.
        if (linked.get(relay_id) !== one) {
          lostLinks.add(link_id);
          await deleteLostNow();
        }
        log.info({ relay_id, public_url }, 'a relay is linked');
      },
      onState: (state) => {
        one.watched = { assignment_ids: state.watched, atMs: performance.now() };
        one.hasViewersElsewhere = state.has_viewers_elsewhere;
      },
      drain: async () => {
        row.is_draining = true;
        await renewRelays(db, nodeId, [row]);
        return (await selectRelayFor(db, '', relay_id)) !== undefined;
      },
      // A node that stops closes its sockets; those of the relay stay open.
      close: () => void one.close(agentSockets.isStopping()),
    };
  };

  agentSockets.onUpgrade({
    path: '/relay/link',
    maxMessageBytes: maxRelayMessageBytes,
    onSocket: (socket, call) => serveRelayLink({ nodeId, log, settings, open }, socket, call.proven),
  });
  // Channels that calls of this node have opened for themselves.
  acceptChannels(agentSockets, channels.sockets);
  const stopPassingOn = passEventsOn(events, channels.sockets.receive);

  const stopBeats = startRelayBeats(log, () => {
    const named = [...linked.values()].filter(({ isNamed }) => isNamed);
    return renewRelays(
      db,
      nodeId,
      named.map(({ row }) => row),
    );
  });

  /** A failure at one relay must not end the checks of the others. */
  const checkOne = (one: Linked): Promise<void> =>
    one.served.check().catch((error) => {
      const { relay_id } = one.row;
      log.warn({ err: error, relay_id }, 'what a relay has open could not be checked');
      if (isDataError(error)) void one.close();
    });
  const tellLiving = async (): Promise<void> => {
    const meeting = [...linked.values()].filter((one) => one.hasViewersElsewhere);
    if (meeting.length === 0) return;
    const relay_ids = [...(await selectLivingRelays(db)), ...(await selectLivingNodes(db))];
    for (const { tell } of meeting) tell({ type: 'living_relays', relay_ids });
  };
  return {
    count: () => linked.size,
    countSockets: () => sumSockets([...linked.values()].map(({ served }) => served.countSockets())),
    listWatched: () => {
      const since = performance.now() - watchedValidMs;
      const current = [...linked.values()].filter(({ watched }) => watched.atMs > since);
      return [...new Set(current.flatMap(({ watched }) => watched.assignment_ids))];
    },
    check: async () => {
      await deleteLostNow();
      await Promise.all([...linked.values()].map(checkOne));
      await endMoved(parts, channels.requests);
      await tellLiving();
    },
    getAddress: async (deviceId) => {
      const address = await selectRelayFor(db, deviceId);
      if (address !== undefined) return address;
      throw new AppError('unavailable', { detail: noRelay, retryAfterS: 1 });
    },
    stop: async () => {
      stopPassingOn();
      await stopBeats();
      // Their sockets stay open, and another node takes over the rows.
      for (const one of [...linked.values()]) await one.close(true);
    },
  };
}

const noRelay = 'Streams are restarting. Please try again in a moment.';
