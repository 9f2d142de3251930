import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScreenNode, ScreenNotice } from '@pocketfleet/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from './caller.ts';
import { watchScreen } from './watch-screen.ts';

const server = createServer();
const sockets = new WebSocketServer({ server, handleProtocols: () => 'pocketfleet' });
let caller: Caller;
let stop: AbortController;

beforeEach(async () => {
  stop = new AbortController();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const call = async () => ({ ticket: 'T'.repeat(43) });
  caller = { url: `http://127.0.0.1:${port}`, call: call as unknown as Caller['call'] };
});
afterEach(async () => {
  stop.abort();
  for (const socket of sockets.clients) socket.terminate();
  sockets.removeAllListeners('connection');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const state = {
  untrusted: true,
  problem: null,
  detail: '',
  busy: false,
  app: 'com.shop',
  display: { width: 1080, height: 2400 },
  settled: true,
  truncated: false,
  shortened: 'none',
  keyboard: null,
} as const;
const button = (ref: string, label: string): ScreenNode => ({
  ref,
  role: 'button',
  label,
  value: null,
  hint: null,
  states: [],
  rect: { x: 0, y: 0, width: 10, height: 10 },
  depth: 0,
});
const outline = (...nodes: ScreenNode[]): ScreenNotice => ({
  type: 'outline',
  version: 1,
  ...state,
  text: '',
  nodes,
});
const change = (node: ScreenNode, refs: string[]): ScreenNotice => ({
  type: 'changes',
  version: 2,
  ...state,
  changed: [`~ ${node.ref}`],
  nodes: [node],
  refs,
});
/** Each connection is served by the next of these. */
function serve(...each: ((socket: WebSocket) => void)[]): void {
  sockets.on('connection', (socket) => each.shift()?.(socket));
}
const send = (socket: WebSocket, notice: ScreenNotice): void => socket.send(JSON.stringify(notice));

async function labels(count: number): Promise<string[]> {
  const seen: string[] = [];
  for await (const { nodes } of watchScreen(caller, 'device', { signal: stop.signal })) {
    seen.push(nodes.map(({ label }) => label).join());
    if (seen.length === count) break;
  }
  return seen;
}

it('tells the whole screen after each change, and begins anew after a lost line', async () => {
  serve(
    (socket) => {
      send(socket, outline(button('n1', 'Pay'), button('n2', 'Help')));
      send(socket, change(button('n3', 'Back'), ['n1', 'n3']));
      setTimeout(() => socket.terminate(), 50);
    },
    (socket) => send(socket, outline(button('n4', 'Home'))),
  );
  expect(await labels(3)).toEqual(['Pay,Help', 'Pay,Back', 'Home']);
  // The socket is given back when the program stops to listen.
  await expect.poll(() => sockets.clients.size).toBe(0);
});

it('ends without an error when it is aborted, and with one when the right has ended', async () => {
  serve(
    () => stop.abort(),
    (socket) => socket.close(4403, 'Not any more.'),
  );
  expect(await labels(1)).toEqual([]);
  stop = new AbortController();
  await expect(labels(1)).rejects.toMatchObject({ code: 'not_allowed', detail: 'Not any more.' });
});
