// This node's part of the work for one relay, inside the node or linked to it: it answers the relay, sends it events, and keeps
// track of the relay's open sockets and channels.
import type { ControlEvent, ControlPlane, OpenChannel, OpenSocket, SocketKind } from '@pocketfleet/relay';
import type { AppParts } from '../app-parts.ts';
import { listMovedOrRevoked } from '../devices/devices.ts';
import { createAdmissions } from './admissions.ts';
import type { ChannelRequests } from './channel-requests.ts';
import type { LinkRows } from './closed-rows.ts';
import { createRelayAnswers } from './relay-answers.ts';
import { passEventsOn } from './relay-events.ts';
import { limitRelay } from './relay-limits.ts';

export type ServedRelay = {
  control: ControlPlane;
  /** The sockets that the relay had open when its link came here. */
  resume: (open: { sockets: readonly OpenSocket[]; channels: readonly OpenChannel[] }) => Promise<void>;
  /** Compares what is open with the database: ends what may not be, and applies changed ends. */
  check: () => Promise<void>;
  countSockets: () => Record<SocketKind, number>;
  /** `keepsRows`: of its sockets, for the node to which it links next. */
  stop: (keepsRows: boolean) => void;
};

type Parts = Pick<AppParts, 'deps' | 'links' | 'channels'>;

type Served = {
  tell: (event: ControlEvent) => void;
  /** Of this relay's channels; its owner stops it. */
  requests: ChannelRequests;
  /** Its owner sweeps them. */
  rows: LinkRows;
  /** Of a relay that is a program of its own, as it has proven them. */
  program?: { relay_id: string; agents_url: string };
};

export function serveRelay(parts: Parts, { tell, requests, rows, program }: Served): ServedRelay {
  const { deps, links, channels } = parts;
  const admissions = createAdmissions({
    ...deps,
    nodeId: links.nodeId,
    rows,
    tell,
    onEndMoved: (assignment_id, expires_at) => {
      // Calls of this node may have channels of the same assignment.
      for (const each of new Set([requests, channels.requests])) each.moveEnd(assignment_id, expires_at);
      tell({ type: 'assignment_end_moved', assignment_id, expires_at });
    },
  });
  // Events that name people go only where their phones are watched.
  const isHere = (assignmentId: string): boolean =>
    program === undefined || admissions.speaksFor((one) => one.assignment_id === assignmentId);
  const stopPassingOn = passEventsOn(deps.events, tell, isHere);
  const control = createRelayAnswers({ deps, links, requests, admissions });
  return {
    control: program === undefined ? control : limitRelay(control, admissions, program),
    resume: async ({ sockets, channels: open }) => {
      requests.resume(open);
      await admissions.resume(sockets);
      await endMoved(parts, requests);
    },
    check: async () => {
      await admissions.check();
      await endMoved(parts, requests);
    },
    countSockets: admissions.count,
    stop: (keepsRows) => {
      stopPassingOn();
      admissions.stop(keepsRows);
    },
  };
}

/** Ends channels of phones that have moved to another host, or whose host was revoked. */
export async function endMoved({ deps }: Pick<AppParts, 'deps'>, requests: ChannelRequests): Promise<void> {
  const served = requests.listServed();
  if (served.length === 0) return;
  for (const each of await listMovedOrRevoked(deps.db, served)) requests.endServed(each);
}
