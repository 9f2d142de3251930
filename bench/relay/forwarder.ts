// The process whose CPU time the relay row counts: it forwards what agents send to viewers, either through the
// product's own websockets and relay, or through a raw pipe that looks at nothing. `forwarder.ts relay|pipe`.
// Tells its ports and, when asked, the CPU seconds that it has used.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { maxControlMessageLength, maxPacketLength } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { createWebsockets } from '../../apps/api/src/platform/websockets.ts';
import { Relay } from '../../apps/api/src/streaming/relay/relay.ts';

export type ForwarderMessage =
  | { type: 'ports'; agents: number; viewers: number }
  /** The relay wants this stream's agent to dial in. */
  | { type: 'open_channel'; stream: string }
  | { type: 'cpu'; seconds: number };

const origin = 'http://localhost';

if (process.argv[2] === 'pipe') await servePipes();
else await serveRelay();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell({ type: 'cpu', seconds: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit(0));

async function serveRelay(): Promise<void> {
  const log = createLog('warn');
  const [agents, viewers] = [createHttpServer(), createHttpServer()];
  const waiting = new Map<string, (socket: WebSocket) => void>();
  const relay = new Relay({
    now: () => performance.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    openChannel: ({ deviceId }) =>
      new Promise((resolve) => {
        waiting.set(deviceId, resolve);
        tell({ type: 'open_channel', stream: deviceId });
      }),
  });
  createWebsockets(agents, { log, allowedOrigins: undefined, maxSockets: 1_000 }).onUpgrade({
    path: '/agent/channels/{id}',
    subprotocol: 'pocketfleet-channel',
    maxMessageBytes: maxPacketLength,
    onSocket: (socket, { params }) => waiting.get(params['id'] ?? '')?.(socket),
  });
  createWebsockets(viewers, { log, allowedOrigins: [origin], maxSockets: 1_000 }).onUpgrade({
    path: '/ws/devices/{id}/stream',
    subprotocol: 'pocketfleet',
    maxMessageBytes: maxControlMessageLength,
    onSocket: (socket, { params }) =>
      relay.addViewer({ deviceId: params['id'] ?? '', assignmentId: '' }, socket, {
        mayControl: true,
        quality: 'focus',
        isPaused: false,
        isAhead: false,
        wantsSound: true,
        sessionId: params['id'] ?? '',
        expiresAt: null,
      }),
  });
  await listen(agents, viewers);
}

/** The n-th connection of one port is piped into the n-th of the other. */
async function servePipes(): Promise<void> {
  const feeding: Socket[] = [];
  const watching: Socket[] = [];
  const join = (): void => {
    while (feeding.length > 0 && watching.length > 0) {
      const viewer = watching.shift();
      if (viewer !== undefined) feeding.shift()?.pipe(viewer);
    }
  };
  const accept = (into: Socket[]): Server =>
    createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      into.push(socket);
      join();
    });
  await listen(accept(feeding), accept(watching));
}

async function listen(agents: Server, viewers: Server): Promise<void> {
  for (const server of [agents, viewers]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  tell({ type: 'ports', agents: portOf(agents), viewers: portOf(viewers) });
}

function tell(message: ForwarderMessage): void {
  // The load may be gone before its last channels are.
  if (process.connected) process.send?.(message);
}
