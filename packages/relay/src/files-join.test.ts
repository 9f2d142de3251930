// Requests that are judged before they go to the phone, and how a refusal reaches the customer.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FilesNotice, FilesRequest } from '@pocketfleet/contract';
import { encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { JudgedFiles } from './control-plane.ts';
import { joinFiles, type Share } from './files-join.ts';
import { watchFiles } from './files-watch.ts';

const push = {
  type: 'push',
  folder: '/sdcard',
  name: 'a.apk',
  size: 9,
  modified_ms: 1,
  install: false,
} as const;
const path = '/sdcard/a.txt';

let server: WebSocketServer;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(() => server.close());

/** Both ends of one websocket. */
async function connect(): Promise<[near: WebSocket, far: WebSocket]> {
  const arrived = once(server, 'connection');
  const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [near] = (await arrived) as [WebSocket];
  await once(far, 'open');
  return [near, far];
}

/** A customer's files socket, joined with the channel of an agent that keeps what it hears. */
async function join(judge: (what: JudgedFiles) => Promise<string | null>, take: Share['take'] = () => true) {
  const [viewer, customer] = await connect();
  const [channel, agent] = await connect();
  const asked: JudgedFiles[] = [];
  const heard: string[] = [];
  agent.on('message', (data) => heard.push((JSON.parse(String(data)) as FilesRequest).type));
  joinFiles(
    viewer,
    channel,
    {
      share: { take, close: () => undefined },
      watch: watchFiles(() => undefined),
      judge: (what) => {
        asked.push(what);
        return judge(what);
      },
    },
    () => 'device_offline',
  );
  const say = (request: FilesRequest) => customer.send(JSON.stringify(request));
  return { customer, agent, asked, heard, say };
}

test.each<[FilesRequest, JudgedFiles[]]>([
  [{ type: 'list', path }, []],
  [{ type: 'pull', path, offset: 0 }, []],
  [{ type: 'push_from', offset: 0 }, []],
  [{ type: 'push_end', chain: '0'.repeat(64) }, []],
  [push, ['push']],
  [{ ...push, install: true }, ['install']],
  [{ type: 'delete', path }, ['delete']],
  [{ type: 'list_apps' }, ['list_apps']],
  [{ type: 'start_app', package: 'com.example' }, ['start_app']],
  [{ type: 'uninstall_app', package: 'com.example' }, ['uninstall_app']],
  [{ type: 'stop_app', package: 'com.example' }, ['stop_app']],
  [{ type: 'clear_app', package: 'com.example' }, ['clear_app']],
])('%j reaches the phone, and %j is judged before', async (request, judged) => {
  const { asked, heard, say } = await join(async () => null);
  say(request);
  await expect.poll(() => heard).toEqual([request.type]);
  expect(asked).toEqual(judged);
});

test('a refused request reaches no phone, and neither does anything after it', async () => {
  const { customer, agent, heard, say } = await join(async () => 'A person has the phone: ada.');
  const told: string[] = [];
  customer.on('message', (data) => told.push(String(data)));
  const ended = [once(customer, 'close'), once(agent, 'close')];
  say(push);
  say({ type: 'list', path });
  const [[code]] = (await Promise.all(ended)) as [[number], [number]];
  expect(code).toBe(1000);
  expect(told.map((text) => JSON.parse(text))).toEqual([
    { type: 'failed', detail: 'A person has the phone: ada.', retry: false },
  ]);
  expect(heard).toEqual([]);
});

test('later requests wait until the first is judged', async () => {
  let allow: (answer: null) => void = () => undefined;
  const judging = new Promise<null>((resolve) => {
    allow = resolve;
  });
  const { asked, heard, say } = await join(() => judging);
  say({ type: 'delete', path });
  say({ type: 'list', path });
  await expect.poll(() => asked).toEqual(['delete']);
  expect(heard).toEqual([]);
  allow(null);
  await expect.poll(() => heard).toEqual(['delete', 'list']);
});

test('a small file arrives whole, although its host has ended the channel before its share is known', async () => {
  let grant = (_: boolean): void => undefined;
  const share = new Promise<boolean>((resolve) => {
    grant = resolve;
  });
  const { customer, agent, say } = await join(
    async () => null,
    () => share,
  );
  const received: string[] = [];
  customer.on('message', (data, isBinary) =>
    received.push(isBinary ? 'block' : JSON.parse(String(data)).type),
  );
  say({ type: 'pull', path, offset: 0 });
  await once(agent, 'message');
  agent.send(encodeFileBlock({ offset: 0, content: Buffer.from('hello') }));
  agent.send(JSON.stringify({ type: 'done' } satisfies FilesNotice));
  agent.close(1000);
  await once(agent, 'close');
  const closed = once(customer, 'close');
  grant(true);
  expect((await closed)[0]).toBe(1000);
  expect(received).toEqual(['block', 'done']);
});

test('a request that nobody can judge isn’t done', async () => {
  const { customer, heard, say } = await join(() => Promise.reject(new Error('away')));
  say({ type: 'delete', path });
  const [code] = (await once(customer, 'close')) as [number];
  expect(code).toBe(4500);
  expect(heard).toEqual([]);
});
