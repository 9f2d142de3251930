// /ws/events: tells each tab what has changed, so that it fetches it (spec-decisions 0). Stands to the right
// of all features whose news it passes on.
import { routes } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { listDeadTokens } from '../accounts/accounts.ts';
import type { AppParts, Deps } from '../app-parts.ts';
import { assignmentEnded, assignmentStarted } from '../assignments/assignments.events.ts';
import { listTenantUsers } from '../assignments/assignments.ts';
import { devicesChanged } from '../devices/devices.events.ts';
import { orderChanged } from '../orders/orders.events.ts';
import { closeForFault, closeSocket } from '../platform/websockets.ts';
import { createEventsTicket, takeEventsTicket } from './live.ts';
import { LiveSockets, send } from './live-sockets.ts';

/** Tokens also end by age and by suspension, which nobody announces. */
const tokenCheckEveryMs = 1_500;

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
      admit(deps, sockets, socket, call.offered[0]).catch((error) => {
        log.error({ err: error }, 'an events socket could not be opened');
        closeSocket(socket, 'server_error');
      });
    },
  });

  const checkTokens = (): void => {
    if (sockets.isEmpty()) return;
    listDeadTokens(deps, sockets.accessTokenIds()).then(
      (dead) => sockets.closeTokens(dead),
      (error) => log.warn({ err: error }, 'access tokens could not be checked'),
    );
  };
  const tokenTimer = setInterval(checkTokens, tokenCheckEveryMs);
  onStop(() => clearInterval(tokenTimer));
  onStop(() => sockets.stop());
  onStop(events.on(tokenRevoked, (news) => sockets.closeTokens(news.access_token_ids)));
  onStop(events.on(assignmentStarted, (news) => sockets.tellUser(news.user_id, ['devices', 'assignments'])));
  onStop(events.on(assignmentEnded, (news) => sockets.tellUser(news.user_id, ['devices', 'assignments'])));
  onStop(events.on(orderChanged, (news) => sockets.tellUser(news.user_id, ['orders'])));
  onStop(events.on(devicesChanged, (news) => void tellTenants(deps, sockets, news.device_ids)));
  onStop(
    events.onGap(() => {
      checkTokens();
      sockets.tellAll();
    }),
  );
}

async function admit(
  deps: Deps,
  sockets: LiveSockets,
  socket: WebSocket,
  ticket: string | undefined,
): Promise<void> {
  const owner = ticket === undefined ? undefined : await takeEventsTicket(deps, ticket);
  if (owner === undefined) return closeSocket(socket, 'ticket_refused');
  if (socket.readyState !== socket.OPEN || !sockets.add(socket, owner)) return;
  // The token may have ended while the ticket was looked up, before this socket could be told.
  sockets.closeTokens(await listDeadTokens(deps, [owner.access_token_id]));
  if (socket.readyState !== socket.OPEN) return;
  send(socket, { type: 'hello', server_time_ms: deps.clock.nowMs() });
}

async function tellTenants(deps: Deps, sockets: LiveSockets, deviceIds: readonly string[]): Promise<void> {
  if (sockets.isEmpty()) return;
  try {
    for (const userId of await listTenantUsers(deps, deviceIds)) sockets.tellUser(userId, ['devices']);
  } catch (error) {
    deps.log.warn({ err: error }, 'tenants could not be told of their devices');
  }
}
