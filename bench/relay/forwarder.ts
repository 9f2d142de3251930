// The process whose CPU time the relay row counts: it forwards what agents send to viewers, either through the
// product's own websockets and relay, or through plain websockets or a raw pipe that read nothing.
// `forwarder.ts relay|sockets|pipe`.
// Reports its ports and, on request, the CPU seconds that it has used.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Relay } from '@pocketfleet/relay';
import { maxControlMessageLength, maxPacketLength } from '@pocketfleet/stream-protocol';
import { createWebsockets } from '@pocketfleet/websockets';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLog } from '../../apps/api/src/platform/log.ts';

export type ForwarderMessage =
  | { type: 'ports'; agents: number; viewers: number }
  /** The relay requests a channel from this stream's agent. */
  | { type: 'open_channel'; stream: string }
  | { type: 'cpu'; seconds: number };

const origin = 'http://localhost';

if (process.argv[2] === 'pipe') await servePipes();
else if (process.argv[2] === 'sockets') await serveSockets();
else await serveRelay();

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  send({ type: 'cpu', seconds: (user + system) / 1e6 });
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
        send({ type: 'open_channel', stream: deviceId });
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

/** Baseline: websockets of the same library that are only joined, without a relay. */
async function serveSockets(): Promise<void> {
  const pairs = joinPairs<WebSocket>((agent, viewer) =>
    agent.on('message', (data, isBinary) => viewer.send(data as Buffer, { binary: isBinary })),
  );
  const accept = (take: (socket: WebSocket) => void): Server => {
    const server = createHttpServer();
    new WebSocketServer({ server, perMessageDeflate: false, maxPayload: maxPacketLength }).on(
      'connection',
      (socket) => {
        socket.on('error', () => socket.terminate());
        take(socket);
      },
    );
    server.on('connection', (socket: Socket) => socket.setNoDelay(true));
    return server;
  };
  await listen(accept(pairs.feed), accept(pairs.watch));
}

async function servePipes(): Promise<void> {
  const pairs = joinPairs<Socket>((agent, viewer) => agent.pipe(viewer));
  const accept = (take: (socket: Socket) => void): Server =>
    createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      take(socket);
    });
  await listen(accept(pairs.feed), accept(pairs.watch));
}

/** The n-th connection of one port is joined with the n-th of the other. */
function joinPairs<Connection>(join: (agent: Connection, viewer: Connection) => void) {
  const [feeding, watching]: [Connection[], Connection[]] = [[], []];
  const take = (into: Connection[]) => (connection: Connection) => {
    into.push(connection);
    if (feeding.length === 0 || watching.length === 0) return;
    for (const agent of feeding.splice(0, 1)) for (const viewer of watching.splice(0, 1)) join(agent, viewer);
  };
  return { feed: take(feeding), watch: take(watching) };
}

async function listen(agents: Server, viewers: Server): Promise<void> {
  for (const server of [agents, viewers]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  send({ type: 'ports', agents: portOf(agents), viewers: portOf(viewers) });
}

function send(message: ForwarderMessage): void {
  // The load may end before its last channels do.
  if (process.connected) process.send?.(message);
}
