// Servers that begin to speak NATS and then fall silent or hang up, again and again.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { startNatsWire } from './nats-wire.ts';

const patience = { timeout: 60_000, interval: 20 };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const info = { server_id: 'x', version: '2.9.0', proto: 1, max_payload: 1_048_576, headers: true };

/** Answers this many pings of each connection, and then does what `after` says. */
async function startServer(answers: number, after: (socket: Socket) => void) {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket.once('close', () => open.delete(socket)).on('error', () => undefined));
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    let answered = 0;
    socket.on('data', (data: Buffer) => {
      for (const _ of data.toString().matchAll(/^PING\r$/gm)) {
        if (answered === answers) return after(socket);
        answered += 1;
        socket.write('PONG\r\n');
        if (answered === answers && answers > 1) after(socket);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, connections: () => connections, open };
}

function start(address: string) {
  const log = createLog('silent');
  const connected = vi.fn();
  const infos = vi.spyOn(log, 'info');
  const nats = {
    servers: [address],
    isTls: false,
    login: undefined,
    credsFile: undefined,
    prefix: undefined,
  };
  const wire = startNatsWire(
    { nats, prefix: 'test', nodeId: 'me', log },
    { onText: () => undefined, onConnected: connected },
  );
  return { wire, connected, infos };
}

test('a server that never confirms the subscriptions is left, and tried again', async () => {
  const server = await startServer(1, () => undefined);
  const { wire, connected } = start(server.address);
  undo.push(wire.stop);
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(1), patience);
  expect(connected).not.toHaveBeenCalled();
  expect(wire.warning()).toBeDefined();
});

test('it stops while a server has not confirmed the subscriptions, and leaves no connection', async () => {
  const asked = vi.fn();
  const server = await startServer(1, asked);
  const { wire } = start(server.address);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience);
  await wire.stop();
  await vi.waitFor(() => expect(server.open.size).toBe(0), patience);
});

test('a server that hangs up instead of confirming the subscriptions was never connected', async () => {
  const server = await startServer(1, (socket) => socket.end());
  const { wire, connected } = start(server.address);
  undo.push(wire.stop);
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(3), patience);
  expect(connected).not.toHaveBeenCalled();
});

test('a server that hangs up after each connection is logged once in ten seconds', async () => {
  const server = await startServer(2, (socket) => setTimeout(() => socket.end(), 50));
  const startedMs = performance.now();
  const { wire, connected, infos } = start(server.address);
  undo.push(wire.stop);
  await vi.waitFor(() => expect(connected.mock.calls.length).toBeGreaterThan(4), patience);
  expect(infos.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 10_000);
});
