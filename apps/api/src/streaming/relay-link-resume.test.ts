// The node's end of a relay's link, with the relay's real end and a control plane that is played here.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ControlPlane, makeRelayId, RelayLink } from '@pocketfleet/relay';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { serveRelayLink } from './relay-link.ts';

const patience = { timeout: 60_000, interval: 10 };
const log = pino({ level: 'silent' });
const url = 'wss://relay.example';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keyText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

let node: WebSocketServer;
/** The messages that the node has handled, in its order. */
let heard: string[];
/** The relay's log. */
let logged: string;
let ups: number;
const links: RelayLink[] = [];

beforeEach(async () => {
  [heard, logged, ups] = [[], '', 0];
  const settings = { keys: [keyText], urls: [url], forwardTo: undefined };
  const served = {
    control: {} as ControlPlane,
    resume: async ({ sockets }: { sockets: readonly unknown[] }) => {
      heard.push(`${sockets.length} named`);
    },
    check: async () => undefined,
    countSockets: () => ({ stream: 0, shell: 0, files: 0, adb: 0, screen: 0 }),
    stop: () => undefined,
  };
  const open = () => ({
    served,
    onResumed: async () => {
      heard.push('everything was named');
    },
    onState: () => undefined,
    drain: async () => false,
    close: () => undefined,
  });
  node = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  node.on('connection', (socket) =>
    serveRelayLink({ nodeId: 'node', log, settings, open, maxNamed: 500 }, socket, () => undefined),
  );
  await once(node, 'listening');
});
afterEach(() => {
  for (const link of links.splice(0)) link.stop();
  for (const client of node.clients) client.terminate();
  node.close();
});

function startLink(count: number): void {
  const sockets = Array.from({ length: count }, () => ({ socket_id: randomUUID(), note: 'a note' }));
  const link = new RelayLink({
    url: `ws://127.0.0.1:${(node.address() as AddressInfo).port}`,
    key: privateKey,
    relayId: makeRelayId(keyText),
    publicUrl: url,
    agentsUrl: url,
    log: pino(
      {},
      {
        write: (line) => {
          logged += line;
        },
      },
    ),
    onEvent: () => undefined,
    listOpen: () => ({ sockets, channels: [] }),
    onUp: () => {
      ups += 1;
    },
    onDown: () => undefined,
  });
  links.push(link);
  link.start();
}

test('a relay may be sent viewers when the last of what it has open was named', async () => {
  startLink(450);
  await vi.waitFor(() => expect(ups).toBe(1), patience);
  expect(heard).toEqual(['200 named', '200 named', '50 named', 'everything was named']);
});

test('a relay that names too much is refused', async () => {
  startLink(501);
  await vi.waitFor(() => expect(logged).toContain('named too much'), patience);
  expect(ups).toBe(0);
  expect(heard).not.toContain('everything was named');
});
