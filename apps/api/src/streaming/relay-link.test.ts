// A node's end of a relay's link, with a relay that is played here.
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { makeRelayId, proofText } from '@pocketfleet/relay';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { serveRelayLink } from './relay-link.ts';

const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const textOf = ({ publicKey }: typeof own) =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const public_url = 'wss://relay.example';

let node: WebSocketServer;
let socket: WebSocket;
let received: Record<string, unknown>[];

beforeEach(async () => {
  received = [];
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const settings = { keys: [textOf(own), textOf(other)], urls: [public_url], forwardTo: undefined };
  const open = () => ({
    served: {} as never,
    onResumed: async () => undefined,
    onState: () => undefined,
    drain: async () => true,
    close: () => undefined,
  });
  node.on('connection', (connected) =>
    serveRelayLink(
      { nodeId: 'node', log: pino({ level: 'silent' }), settings, open },
      connected,
      () => undefined,
    ),
  );
  await once(node, 'listening');
  socket = new WebSocket(`ws://127.0.0.1:${(node.address() as AddressInfo).port}`);
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
  await once(socket, 'open');
});
afterEach(() => {
  socket.terminate();
  for (const client of node.clients) client.terminate();
  node.close();
});

const send = (message: object): void => socket.send(JSON.stringify(message));
const get = (type: string) =>
  vi.waitUntil(() => received.find((message) => message['type'] === type), 60_000);

async function prove(relay_id: string, protocol = 1): Promise<void> {
  send({ type: 'hello', protocol, relay_id, public_key: textOf(own), public_url, agents_url: public_url });
  const { nonce } = await get('challenge');
  const signature = sign(null, Buffer.from(proofText(String(nonce))), own.privateKey).toString('base64');
  send({ type: 'proof', signature });
}

test('a relay is refused that says another one’s id', async () => {
  await prove(makeRelayId(textOf(other)));
  expect((await get('refused'))['detail']).toContain('another key');
});

test('requests and messages that only a newer relay sends end no link', async () => {
  await prove(makeRelayId(textOf(own)));
  await get('welcome');
  send({ type: 'tell', told: { name: 'phone_folded', device_id: 'a' } });
  send({ type: 'ask', id: 1, name: 'fold_phone', input: {} });
  expect(await get('failed')).toEqual({ type: 'failed', id: 1 });
  send({ type: 'ask', id: 2, name: 'drain', input: {} });
  expect(await get('answer')).toEqual({ type: 'answer', id: 2, output: { has_other: true } });
});

test('something known that is told in another form ends the link', async () => {
  await prove(makeRelayId(textOf(own)));
  await get('welcome');
  send({ type: 'tell', told: { name: 'socket_closed' } });
  expect((await get('refused'))['detail']).toBe('A message could not be parsed.');
});
