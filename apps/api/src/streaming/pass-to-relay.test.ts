// Viewers' sockets that come to the site's own address, and a relay that is played here.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebsockets } from '@pocketfleet/websockets';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type PassToRelay, passToRelay } from './pass-to-relay.ts';

const origin = 'http://localhost:4000';
let relay: Server;
let site: Server;
let asked: IncomingMessage[];
let passing: PassToRelay;

beforeEach(async () => {
  asked = [];
  relay = createServer();
  new WebSocketServer({ server: relay }).on('connection', (socket, request) => {
    asked.push(request);
    socket.on('message', (data) => socket.send(data));
  });
  await listen(relay);
  site = createServer();
  const log = pino({ level: 'silent' });
  passing = passToRelay({ host: '127.0.0.1', port: portOf(relay) });
  createWebsockets(site, {
    log,
    allowedOrigins: [origin],
    maxSockets: 10,
    takeUpgrade: passing.takeUpgrade,
  }).onUpgrade({
    path: '/ws/events',
    subprotocol: 'pocketfleet',
    maxMessageBytes: 100,
    onSocket: (socket) => socket.send('of the site'),
  });
  await listen(site);
});
afterEach(() => {
  for (const server of [relay, site]) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const closeCodeOf = (socket: WebSocket) => new Promise((resolve) => socket.once('close', resolve));

function dial(path: string): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(site)}${path}`, ['pocketfleet', 'a-ticket'], {
    origin,
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  socket.on('error', () => undefined);
  return socket;
}

test('they reach the relay as they were sent, with the address that they came from', async () => {
  const socket = dial('/ws/devices/a/stream?quality=tile');
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('hello');
  expect(asked[0]?.url).toBe('/ws/devices/a/stream?quality=tile');
  expect(asked[0]?.headers).toMatchObject({
    origin,
    'sec-websocket-protocol': 'pocketfleet,a-ticket',
    'x-forwarded-for': '203.0.113.9, 127.0.0.1',
  });
  socket.close(4000);
  expect((await once(socket, 'close'))[0]).toBe(4000);
});

test('other sockets stay with the site', async () => {
  const socket = dial('/ws/events');
  socket.on('message', () => socket.close());
  expect(String((await once(socket, 'message'))[0])).toBe('of the site');
  expect(asked).toEqual([]);
});

test('a node that stops ends what it passes on, and takes nothing new', async () => {
  const socket = dial('/ws/devices/a/stream');
  await once(socket, 'open');
  passing.stop();
  expect((await once(socket, 'close'))[0]).toBe(1006);
  const late = dial('/ws/devices/a/stream');
  expect(await closeCodeOf(late)).toBe(1006);
  expect(asked).toHaveLength(1);
});

test('without a relay the viewer is sent away', async () => {
  relay.close();
  const socket = dial('/ws/devices/a/stream');
  expect(await closeCodeOf(socket)).toBe(1006);
});
