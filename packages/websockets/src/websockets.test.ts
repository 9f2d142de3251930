import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  closeForFault,
  closeSocket,
  createWebsockets,
  type SocketRoute,
  type WebsocketsOptions,
} from './websockets.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test.each(['//', 'http://', '/\\', 'http://other.test/ws/echo', '*', '//['])(
  'an upgrade of %s is refused, and the server goes on',
  async (target) => {
    const port = await listen();
    expect(await upgrade(port, target)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(await upgrade(port, '/ws/echo')).toMatch(/^HTTP\/1\.1 101 /);
  },
);

test('an address that connects too fast is refused with 429', async () => {
  const port = await listen({ perAddress: { perSecond: 0.001, burst: 2 } });
  expect(await upgrade(port, '/ws/echo')).toMatch(/ 101 /);
  expect(await upgrade(port, '/ws/none')).toMatch(/ 404 /);
  expect(await upgrade(port, '/ws/echo')).toMatch(/ 429 /);
});

test('behind a trusted proxy each browser has a rate of its own', async () => {
  const port = await listen({
    perAddress: { perSecond: 0.001, burst: 1 },
    trustedProxies: ['127.0.0.1'],
  });
  const from = (address: string) => upgrade(port, '/ws/echo', `X-Forwarded-For: ${address}\r\n`);
  expect(await from('198.51.100.1')).toMatch(/ 101 /);
  expect(await from('198.51.100.1')).toMatch(/ 429 /);
  expect(await from('198.51.100.2')).toMatch(/ 101 /);
});

test('a socket with many faults is closed with the first reason, and logged once', async () => {
  const logged: object[] = [];
  const log = pino({ level: 'silent' });
  log.info = (what: object) => void logged.push(what);
  let closings = 0;
  const port = await listen({ log }, (socket) => {
    socket.on('message', () => {
      closings += 1;
      closeForFault(socket, closings === 1 ? 'too_many' : 'bad_message');
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws/echo?secret=1`);
  client.once('open', () => {
    for (let count = 0; count < 100; count += 1) client.send('x');
  });
  expect(await codeOfClose(client)).toBe(4429);
  await expect.poll(() => logged, { timeout: 60_000 }).toEqual([{ path: '/ws/echo', fault: 'too_many' }]);
});

test('a socket that is closed many times has one close listener', async () => {
  const waiting: number[] = [];
  const port = await listen({}, (socket) => {
    const before = socket.listenerCount('close');
    socket.on('message', () => {
      closeSocket(socket, 'bad_message');
      waiting.push(socket.listenerCount('close') - before);
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws/echo`);
  client.once('open', () => {
    for (let count = 0; count < 100; count += 1) client.send('x');
  });
  expect(await codeOfClose(client)).toBe(4400);
  expect(new Set(waiting)).toEqual(new Set([1]));
});

test('a message that is too long closes its socket, and is logged once', async () => {
  const logged: object[] = [];
  const log = pino({ level: 'silent' });
  log.info = (what: object) => void logged.push(what);
  const port = await listen({ log }, () => undefined);
  const client = new WebSocket(`ws://127.0.0.1:${port}/ws/echo`);
  client.once('open', () => client.send('x'.repeat(101)));
  expect(await codeOfClose(client)).toBe(1009);
  const fault = 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
  await expect.poll(() => logged, { timeout: 60_000 }).toEqual([{ path: '/ws/echo', fault }]);
});

test('when there are too many unproven sockets, the oldest makes room for the newest', async () => {
  const unproven = { perAddress: 9, inAll: 2, maxBytes: 100 };
  const proven: (() => void)[] = [];
  const port = await listen({ unproven }, (_, call) => proven.push(call.proven));
  const dial = () => new WebSocket(`ws://127.0.0.1:${port}/ws/echo`);
  const [first, second] = [dial(), dial()];
  await Promise.all([first, second].map((client) => new Promise((opened) => client.once('open', opened))));
  // Proven sockets are no longer counted.
  for (const prove of proven) prove();
  const [third, fourth] = [dial(), dial()];
  await Promise.all([third, fourth].map((client) => new Promise((opened) => client.once('open', opened))));
  const ended = Promise.race([third, fourth].map((client) => codeOfClose(client)));
  const fifth = dial();
  await new Promise((opened) => fifth.once('open', opened));
  expect(await ended).toBe(1006);
  expect([first, second, fifth].map(({ readyState }) => readyState)).toEqual([1, 1, 1]);
  for (const client of [first, second, third, fourth, fifth]) client.terminate();
});

test('an unproven socket that sends too much is ended, and its address is logged once', async () => {
  const warned: object[] = [];
  const log = pino({ level: 'silent' });
  log.warn = (what: object) => void warned.push(what);
  const unproven = { perAddress: 9, inAll: 9, maxBytes: 50 };
  const port = await listen({ log, unproven }, () => undefined);
  for (let time = 0; time < 3; time += 1) {
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws/echo`);
    client.once('open', () => client.send('x'.repeat(60)));
    expect(await codeOfClose(client)).toBe(1006);
  }
  expect(warned).toEqual([{ address: '127.0.0.1' }]);
});

const codeOfClose = (client: WebSocket) =>
  new Promise<number>((resolve) => {
    client.on('error', () => undefined);
    client.once('close', resolve);
  });

async function listen(
  options: Partial<WebsocketsOptions> = {},
  onSocket: SocketRoute['onSocket'] = (socket) => socket.terminate(),
): Promise<number> {
  const server = createServer();
  servers.push(server);
  const sockets = createWebsockets(server, {
    log: pino({ level: 'silent' }),
    allowedOrigins: undefined,
    maxSockets: 10,
    ...options,
  });
  sockets.onUpgrade({ path: '/ws/echo', maxMessageBytes: 100, onSocket });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** The status line of the response to an upgrade that a client library would not send. */
function upgrade(port: number, target: string, headers = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
          `${headers}\r\n`,
      ),
    );
    socket.setTimeout(5_000, () => reject(new Error('no answer')));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '');
      socket.destroy();
    });
  });
}
