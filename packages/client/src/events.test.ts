import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenMessage } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Pocketfleet } from './index.ts';

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    asked.push(JSON.parse(body));
    response.end(JSON.stringify({ ticket: 'T'.repeat(43) }));
  });
});
const sockets = new WebSocketServer({ server, handleProtocols: () => 'pocketfleet' });
let asked: unknown[];
let client: Pocketfleet;
let stop: AbortController;

beforeEach(async () => {
  asked = [];
  stop = new AbortController();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Pocketfleet({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' });
});
afterEach(async () => {
  stop.abort();
  for (const socket of sockets.clients) socket.terminate();
  sockets.removeAllListeners('connection');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const idOf = (number: number): string => `msg_${String(number).padStart(32, '0')}`;
const send = (socket: WebSocket, message: ListenMessage): void => socket.send(JSON.stringify(message));
function sendEvents(socket: WebSocket, ...numbers: number[]): void {
  for (const number of numbers) {
    const body = JSON.stringify({ type: 'phone.online', timestamp: '2030-01-01T00:00:00.000Z', data: {} });
    send(socket, { type: 'event', id: idOf(number), event: 'phone.online', body, headers: {} });
  }
}
/** Each connection is served by the next of these. */
function serve(...each: ((socket: WebSocket) => void)[]): void {
  sockets.on('connection', (socket) => each.shift()?.(socket));
}
async function hear(count: number, more: object = {}): Promise<string[]> {
  const heard: string[] = [];
  for await (const { id } of client.events({ signal: stop.signal, ...more })) {
    heard.push(id);
    if (heard.length === count) break;
  }
  return heard;
}

it('goes on after a lost line where it stopped, and tells each event once', async () => {
  serve(
    (socket) => {
      send(socket, { type: 'hello', secret: 's', resumed: false });
      sendEvents(socket, 1, 2);
      setTimeout(() => socket.terminate(), 50);
    },
    (socket) => {
      send(socket, { type: 'hello', secret: 's', resumed: true });
      sendEvents(socket, 2, 3);
    },
  );
  const ups: boolean[] = [];
  const heard = await hear(3, { onUp: ({ resumed }: { resumed: boolean }) => ups.push(resumed) });
  expect(heard).toEqual([1, 2, 3].map(idOf));
  expect(asked).toEqual([{}, { after: idOf(2) }]);
  expect(ups).toEqual([false, true]);
  // The socket is given back when the program stops to listen.
  await expect.poll(() => sockets.clients.size).toBe(0);
});

it('begins behind the last event of an earlier program', async () => {
  serve((socket) => sendEvents(socket, 8));
  await hear(1, { after: idOf(7) });
  expect(asked).toEqual([{ after: idOf(7) }]);
});

it('goes on where the first line began when that one was lost before it told anything', async () => {
  const [began, later] = [idOf(70), idOf(80)];
  const hello = (socket: WebSocket, cursor: string, resumed: boolean): void => {
    send(socket, { type: 'hello', secret: 's', resumed, cursor });
    setTimeout(() => socket.terminate(), 50);
  };
  serve(
    (socket) => hello(socket, began, false),
    // It could be lost again before it has told what was missed.
    (socket) => hello(socket, later, true),
    (socket) => sendEvents(socket, 1),
  );
  expect(await hear(1)).toEqual([idOf(1)]);
  expect(asked).toEqual([{}, { after: began }, { after: began }]);
});

it('goes on where a line began that had nothing to resume', async () => {
  serve(
    (socket) => {
      send(socket, { type: 'hello', secret: 's', resumed: false, cursor: idOf(80) });
      setTimeout(() => socket.terminate(), 50);
    },
    (socket) => sendEvents(socket, 9),
  );
  await hear(1, { after: idOf(7) });
  expect(asked).toEqual([{ after: idOf(7) }, { after: idOf(80) }]);
});

it('ends without an error when it is aborted, and with one when the right has ended', async () => {
  serve(
    () => stop.abort(),
    (socket) => socket.close(4403, 'Not any more.'),
  );
  expect(await hear(1)).toEqual([]);
  stop = new AbortController();
  await expect(hear(1)).rejects.toMatchObject({ code: 'not_allowed', detail: 'Not any more.' });
});
