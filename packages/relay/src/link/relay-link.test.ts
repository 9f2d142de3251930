// The relay's end of its link, with a node that is played here.
import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ControlEvent, OpenChannel, OpenSocket } from '../control-plane.ts';
import { type NodeMessage, proofText, type RelayMessage, relayMessage } from './link-messages.ts';
import { createLinkedControl } from './linked-control.ts';
import { ControlAway, RelayLink } from './relay-link.ts';

const patience = { timeout: 60_000, interval: 10 };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const nonce = 'a nonce';
const place = { device_id: randomUUID(), assignment_id: randomUUID() };

let node: WebSocketServer;
let socket: WebSocket | undefined;
let received: RelayMessage[];
let events: ControlEvent[];
let open: { sockets: OpenSocket[]; channels: OpenChannel[] };
let ups: number;
/** Runs before the node answers that it knows what was named. */
let onNamed: () => void;
/** Whether the node answers what is asked. */
let answers: boolean;
let link: RelayLink;

beforeEach(async () => {
  [received, events, ups, answers] = [[], [], 0, true];
  open = { sockets: [], channels: [] };
  onNamed = () => undefined;
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  node.on('connection', (connected) => {
    socket = connected;
    connected.on('message', (data: Buffer) => {
      // Everything that the relay sends has the agreed form.
      const message = relayMessage.parse(JSON.parse(data.toString()));
      received.push(message);
      if (message.type === 'hello') send({ type: 'challenge', nonce });
      else if (message.type === 'proof') send({ type: 'welcome', node_id: 'node' });
      else if (message.type === 'ask' && message.name === 'resume') {
        onNamed();
        send({ type: 'answer', id: message.id, output: null });
      } else if (message.type === 'ask' && answers) send({ type: 'answer', id: message.id, output: 'ada' });
    });
  });
  await once(node, 'listening');
  link = new RelayLink({
    url: `ws://127.0.0.1:${(node.address() as AddressInfo).port}`,
    key: privateKey,
    relayId: randomUUID(),
    publicUrl: 'wss://relay.example',
    agentsUrl: 'wss://relay.example',
    log: pino({ level: 'silent' }),
    onEvent: (event) => events.push(event),
    listOpen: () => open,
    onUp: () => {
      ups += 1;
    },
    onDown: () => undefined,
  });
  link.start();
  await vi.waitFor(() => expect(ups).toBe(1), patience);
});
afterEach(async () => {
  link.stop();
  for (const client of node.clients) client.terminate();
  node.close();
});

function send(message: NodeMessage): void {
  socket?.send(JSON.stringify(message));
}

const asked = (name: string) =>
  received.flatMap((message) => (message.type === 'ask' && message.name === name ? [message] : []));
const told = () =>
  received.flatMap((message) => (message.type === 'tell' && message.told ? [message.told] : []));

test('it proves its key before anything else', () => {
  const proof = received.find((message) => message.type === 'proof');
  const signature = Buffer.from(proof?.signature ?? '', 'base64');
  expect(verify(null, Buffer.from(proofText(nonce)), publicKey, signature)).toBe(true);
  expect(received.map(({ type }) => type)).toEqual(['hello', 'proof', 'ask']);
});

test('a question gets its answer, and an answer of another form counts as none', async () => {
  const control = createLinkedControl(link);
  expect(await control.findRecorded(place)).toBe('ada');
  await expect(control.reserveTransfer(place.device_id, 1)).rejects.toThrow(ControlAway);
});

test('events come in their order; a message of another form ends the link', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const device_id of ids) send({ type: 'event', event: { type: 'recording_changed', device_id } });
  await vi.waitFor(() => expect(events).toHaveLength(2), patience);
  expect(events).toEqual(ids.map((device_id) => ({ type: 'recording_changed', device_id })));
  socket?.send('{"type":"event","event":{"type":"sockets_ended"}}');
  await vi.waitFor(() => expect(ups).toBe(2), patience);
});

test('an event that only a newer node knows is ignored, and its reasons to close are faults of the server', async () => {
  socket?.send('{"type":"event","event":{"type":"phone_folded","device_id":"a"}}');
  const socket_ids = [randomUUID()];
  const event = { type: 'sockets_ended', socket_ids, reason: 'phone_folded' };
  socket?.send(JSON.stringify({ type: 'event', event }));
  await vi.waitFor(() => expect(events).toHaveLength(1), patience);
  expect(events).toEqual([{ type: 'sockets_ended', socket_ids, reason: 'server_error' }]);
  expect(ups).toBe(1);
});

test('requests that wait for a response fail with the link, and nothing is asked until it is back', async () => {
  answers = false;
  const waiting = link.ask('find_recorded', place);
  waiting.catch(() => undefined);
  await vi.waitFor(() => expect(asked('find_recorded')).toHaveLength(1), patience);
  socket?.terminate();
  await expect(waiting).rejects.toThrow(ControlAway);
  await expect(link.ask('find_recorded', place)).rejects.toThrow(ControlAway);
  expect(link.isUp).toBe(false);
  answers = true;
  await vi.waitFor(() => expect(ups).toBe(2), patience);
  expect(await link.ask('find_recorded', place)).toBe('ada');
});

test('after a lost link everything that is open is named, in messages of a limited length', async () => {
  const note = 'a note';
  open = {
    sockets: Array.from({ length: 450 }, () => ({ socket_id: randomUUID(), note })),
    channels: [{ channel_id: randomUUID(), note }],
  };
  socket?.terminate();
  await vi.waitFor(() => expect(ups).toBe(2), patience);
  const named = asked('resume').slice(1);
  expect(named).toHaveLength(3);
  const inputs = named.map(({ input }) => input as typeof open);
  expect(inputs.flatMap(({ sockets }) => sockets)).toEqual(open.sockets);
  expect(inputs.flatMap(({ channels }) => channels)).toEqual(open.channels);
});

test('people’s actions while the link was lost are told when it is back; closed sockets are not', async () => {
  const control = createLinkedControl(link);
  socket?.terminate();
  await vi.waitFor(() => expect(link.isUp).toBe(false), patience);
  const socket_id = randomUUID();
  control.recordUse(socket_id, { kind: 'arrived' });
  control.releaseTransfer(place.device_id, 5);
  control.socketClosed(socket_id, 1006);
  await vi.waitFor(() => expect(ups).toBe(2), patience);
  await vi.waitFor(() => expect(told()).toHaveLength(2), patience);
  expect(told().map(({ name }) => name)).toEqual(['record_use', 'release_transfer']);
});

const openSockets = (count: number): OpenSocket[] =>
  Array.from({ length: count }, () => ({ socket_id: randomUUID(), note: 'a note' }));
type Named = typeof open & { is_last: boolean };
/** Since the first link, which had nothing to name. */
const listNamed = () =>
  asked('resume')
    .slice(1)
    .map(({ input }) => input as Named);

test('a socket that closes while others are named is not named, and a channel that opens is', async () => {
  const [first, stays, closes] = [openSockets(200), openSockets(1), openSockets(1)];
  const late = { channel_id: randomUUID(), note: 'late' };
  open.sockets = [...first, ...closes, ...stays];
  onNamed = () => {
    open = { sockets: [...first, ...stays], channels: [late] };
  };
  socket?.terminate();
  await vi.waitFor(() => expect(ups).toBe(2), patience);
  expect(listNamed()).toEqual([
    { sockets: first, channels: [], is_last: false },
    { sockets: stays, channels: [late], is_last: true },
  ]);
  expect(told()).toEqual([]);
});

test('uses and closes are told after everything was named', async () => {
  const control = createLinkedControl(link);
  open.sockets = openSockets(300);
  const socket_id = open.sockets[0]?.socket_id ?? '';
  onNamed = () => {
    onNamed = () => undefined;
    open.sockets = open.sockets.slice(1);
    control.recordUse(socket_id, { kind: 'arrived' });
    control.socketClosed(socket_id, 1000);
  };
  socket?.terminate();
  await vi.waitFor(() => expect(ups).toBe(2), patience);
  await vi.waitFor(() => expect(told()).toHaveLength(2), patience);
  expect(told()).toMatchObject([
    { name: 'record_use', socket_id },
    { name: 'socket_closed', socket_id },
  ]);
  const order = received.map((message) => (message.type === 'ask' ? message.name : message.type));
  expect(order.lastIndexOf('resume')).toBeLessThan(order.indexOf('tell'));
});

test('a socket that was used and has closed while the link was lost is named, and then told as closed', async () => {
  const control = createLinkedControl(link);
  const [used, unused] = [openSockets(1), openSockets(1)];
  open.sockets = [...used, ...unused];
  socket?.terminate();
  await vi.waitFor(() => expect(link.isUp).toBe(false), patience);
  control.recordUse(used[0]?.socket_id ?? '', { kind: 'adb', opens: { shell: 2 } });
  open.sockets = [];
  await vi.waitFor(() => expect(told()).toHaveLength(2), patience);
  expect(listNamed()).toEqual([{ sockets: used, channels: [], is_last: true }]);
  expect(told().map(({ name }) => name)).toEqual(['record_use', 'socket_closed']);
});
