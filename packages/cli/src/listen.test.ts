import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pocketfleet } from '@pocketfleet/client';
import type { ListenMessage, WebhookEvent } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from './listen.ts';

/** A server that stands in for ours, and for the developer's own beside it. */
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    if (request.url === '/api/webhooks/listen') {
      asked.push(JSON.parse(body));
      response.end(JSON.stringify({ ticket: 'T'.repeat(43) }));
      return;
    }
    posted.push({ body, signature: request.headers['webhook-signature'] });
    response.end();
  });
});
const sockets = new WebSocketServer({ server, handleProtocols: () => 'pocketfleet' });
let asked: unknown[];
let posted: { body: string; signature: unknown }[];
let origin: string;
let stop: AbortController;

beforeEach(async () => {
  asked = [];
  posted = [];
  stop = new AbortController();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  stop.abort();
  for (const socket of sockets.clients) socket.terminate();
  sockets.removeAllListeners('connection');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const timestamp = '2030-01-01T00:00:00.000Z';
const event = (type: string): Extract<ListenMessage, { type: 'event' }> => ({
  type: 'event',
  id: `msg_${type}`,
  event: type,
  body: JSON.stringify({ type, timestamp, data: {} }),
  headers: { 'webhook-signature': 'v1,abc' },
});
const send = (socket: WebSocket, message: ListenMessage) => socket.send(JSON.stringify(message));

function start(more: { forwardTo?: string; events?: WebhookEvent[] } = {}) {
  const printed: unknown[] = [];
  const notes: string[] = [];
  const account = { client: new Pocketfleet({ url: origin, key: null }) };
  const out = {
    isJson: true,
    print: () => undefined,
    rows: () => undefined,
    done: (it: unknown) => printed.push(it),
  };
  const done = listen(account, {
    out: out as never,
    note: (text) => notes.push(text),
    forwardTo: undefined,
    events: undefined,
    signal: stop.signal,
    ...more,
  });
  return { printed, notes, done };
}

test('events are printed and posted in their order, with the signature as it came', async () => {
  sockets.once('connection', (socket) => {
    send(socket, { type: 'hello', secret: 'whsec_x', resumed: false });
    for (const type of ['rental.started', 'phone.offline', 'rental.ended']) send(socket, event(type));
  });
  const { printed, notes, done } = start({
    forwardTo: `${origin}/hook`,
    events: ['rental.started', 'rental.ended'],
  });
  await expect.poll(() => notes.filter((each) => each.includes('answered 200')).length).toBe(2);
  stop.abort();
  await done;
  expect(printed).toMatchObject([{ type: 'rental.started' }, { type: 'rental.ended' }]);
  expect(posted.map(({ body, signature }) => [JSON.parse(body).type, signature])).toEqual([
    ['rental.started', 'v1,abc'],
    ['rental.ended', 'v1,abc'],
  ]);
  expect(notes[0]).toContain('whsec_x');
});

test('a line that is lost is dialled again', async () => {
  let connections = 0;
  sockets.on('connection', (socket) => {
    connections += 1;
    send(socket, { type: 'hello', secret: 'whsec_x', resumed: false });
    if (connections === 1) socket.close(1001);
    else send(socket, event('rental.ended'));
  });
  const { printed } = start();
  await expect.poll(() => printed.length, { timeout: 60_000 }).toBe(1);
});

test('a right that has ended ends the command, with the status for it', async () => {
  sockets.once('connection', (socket) => socket.close(4404));
  await expect(start().done).rejects.toMatchObject({ exit: 'not_signed_in' });
});
