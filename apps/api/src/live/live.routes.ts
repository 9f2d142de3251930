// /ws/events notifies each tab of changes, so that it fetches them. It is to the right of all features
// whose events it forwards.
import { routes } from '@pocketfleet/contract';
import { closeForFault, closeSocket, type SocketCall } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import { accessChanged } from '../access/access.events.ts';
import { findNewActivity, listRefused, recordRefusedSocket } from '../access/access.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { AppParts, Deps } from '../app-parts.ts';
import { assignmentEnded, assignmentStarted } from '../assignments/assignments.events.ts';
import { listTenantWorkspaces } from '../assignments/assignments.ts';
import { devicesChanged } from '../devices/devices.events.ts';
import { orderChanged } from '../orders/orders.events.ts';
import { questionsChanged } from '../questions/questions.events.ts';
import { createEventsTicket, takeEventsTicket } from './live.ts';
import { heartbeatParts, LiveSockets, send } from './live-sockets.ts';

/** Credentials also end by age and by suspension, and memberships by removal, for which no event is published. */
const checkEveryMs = 1_500;
/** Looked for instead of published: a NOTIFY would make each transaction that writes activity wait for the others. */
const activityEveryMs = 2_000;
/** A page that has missed two of them takes itself for cut off: within 9 s. */
const heartbeatEveryMs = 4_000;

export function registerLive({ deps, implement, siteSockets, onStop }: AppParts): void {
  const { events, log } = deps;
  const sockets = new LiveSockets();

  implement(routes.eventsTicket, async ({ caller }) => ({ ticket: await createEventsTicket(deps, caller) }));

  siteSockets.onUpgrade({
    path: '/ws/events',
    subprotocol: 'pocketfleet',
    maxMessageBytes: 1_024,
    onSocket: (socket, call) => {
      socket.on('message', () => closeForFault(socket, 'bad_message'));
      admit(deps, sockets, socket, call).catch((error) => {
        log.error({ err: error }, 'an events socket could not be opened');
        closeSocket(socket, 'server_error');
      });
    },
  });

  const check = (): void => {
    if (sockets.isEmpty()) return;
    listRefused(deps, sockets.owners()).then(
      (refused) => sockets.closeOwners(refused),
      (error) => log.warn({ err: error }, 'credentials could not be checked'),
    );
  };
  const watchActivity = findNewActivity(deps);
  const notifyOfActivity = (): void => {
    if (sockets.isEmpty()) return;
    watchActivity(sockets.workspaces()).then(
      (workspaceIds) => {
        for (const id of workspaceIds) sockets.notifyWorkspace(id, ['activity']);
      },
      (error) => log.warn({ err: error }, 'new activity could not be looked for'),
    );
  };
  const activityTimer = setInterval(notifyOfActivity, activityEveryMs);
  const checkTimer = setInterval(check, deps.socketChecksMs ?? checkEveryMs);
  const heartbeatTimer = setInterval(() => sockets.sendHeartbeats(), heartbeatEveryMs / heartbeatParts);
  onStop(() => {
    clearInterval(checkTimer);
    clearInterval(activityTimer);
    clearInterval(heartbeatTimer);
  });
  onStop(() => sockets.stop());
  onStop(events.on(tokenRevoked, (event) => sockets.closeCredentials(event.access_token_ids)));
  onStop(
    events.on(assignmentStarted, (event) =>
      sockets.notifyWorkspace(workspaceOf(event), ['devices', 'assignments']),
    ),
  );
  onStop(
    events.on(assignmentEnded, (event) =>
      sockets.notifyWorkspace(workspaceOf(event), ['devices', 'assignments']),
    ),
  );
  onStop(events.on(orderChanged, (event) => sockets.notifyWorkspace(workspaceOf(event), ['orders'])));
  onStop(
    events.on(questionsChanged, ({ workspace_id }) => sockets.notifyWorkspace(workspace_id, ['questions'])),
  );
  onStop(events.on(devicesChanged, (event) => void notifyTenants(deps, sockets, event.device_ids)));
  onStop(
    events.on(accessChanged, ({ workspace_id }) => {
      check();
      sockets.notifyWorkspace(workspace_id, ['account', 'devices']);
    }),
  );
  onStop(
    events.onGap(() => {
      check();
      sockets.notifyAll();
    }),
  );
}

/** A node of the version before names no workspace: it knew only the personal one. */
function workspaceOf(event: { user_id: string; workspace_id?: string | undefined }): string {
  return event.workspace_id ?? event.user_id;
}

async function admit(
  deps: Deps,
  sockets: LiveSockets,
  socket: WebSocket,
  { offered: [ticket], address }: SocketCall,
): Promise<void> {
  const taken = ticket === undefined ? undefined : await takeEventsTicket(deps, ticket, address);
  if (taken === undefined) return closeSocket(socket, 'ticket_refused');
  const { is_from_elsewhere, ...owner } = taken;
  if (is_from_elsewhere) {
    closeSocket(socket, 'ticket_refused');
    return recordRefusedSocket(deps, { ...owner, address }, { what: 'events', why: 'network' });
  }
  if (socket.readyState !== socket.OPEN || !sockets.add(socket, owner)) return;
  // The right may have ended while the ticket was read, before this socket was registered.
  const refused = await listRefused(deps, [owner]);
  sockets.closeOwners(refused);
  for (const { reason } of refused)
    await recordRefusedSocket(deps, { ...owner, address }, { what: 'events', why: reason });
  if (socket.readyState !== socket.OPEN) return;
  send(socket, { type: 'hello', server_time_ms: deps.clock.nowMs(), heartbeat_every_ms: heartbeatEveryMs });
}

async function notifyTenants(deps: Deps, sockets: LiveSockets, deviceIds: readonly string[]): Promise<void> {
  if (sockets.isEmpty()) return;
  try {
    for (const workspaceId of await listTenantWorkspaces(deps, deviceIds))
      sockets.notifyWorkspace(workspaceId, ['devices']);
  } catch (error) {
    deps.log.warn({ err: error }, 'tenants could not be notified of changed devices');
  }
}
