// Fetching over a line that breaks, against a socket server that plays the phone's side.
import type { AddressInfo } from 'node:net';
import { encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { chainOf } from './file-chain.ts';
import { type Progress, pullFile } from './phone-files.ts';

const content = new Uint8Array(200_000).map((_, at) => at % 251);
const half = 100_000;
let server: WebSocketServer;
let conversations: Record<string, unknown>[];
let answer: (socket: ServerSocket, attempt: number) => void;

beforeEach(async () => {
  conversations = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'pocketfleet' });
  server.on('connection', (socket) => {
    socket.once('message', (data) => {
      conversations.push(JSON.parse(data.toString()));
      answer(socket, conversations.length);
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
});
afterEach(() => {
  for (const socket of server.clients) socket.terminate();
  server.close();
});

const startStream = async () => ({
  stream_url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ticket: 'ticket',
});
const say = (socket: ServerSocket, notice: object) => socket.send(JSON.stringify(notice));
const block = (socket: ServerSocket, from: number, to: number) =>
  socket.send(encodeFileBlock({ offset: from, content: content.subarray(from, to) }));
function pull(progress: Progress[] = []): Promise<Blob> {
  return pullFile(startStream, '/sdcard/a.bin', (one) => progress.push(one), new AbortController().signal);
}

it('goes on where the line broke, proves what it has, and keeps its progress meanwhile', async () => {
  answer = (socket, attempt) => {
    say(socket, { type: 'pull_start', size: content.length });
    block(socket, attempt === 1 ? 0 : half, attempt === 1 ? half : content.length);
    if (attempt === 1) setTimeout(() => socket.terminate(), 20);
    else say(socket, { type: 'done' });
  };
  const progress: Progress[] = [];
  const fetched = await pull(progress);
  expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(content);
  const chain = await chainOf(new Blob([content]), half, new AbortController().signal);
  expect(conversations[1]).toEqual({ type: 'pull', path: '/sdcard/a.bin', offset: half, chain });
  expect(progress).toContainEqual({ bytes: half, words: 'Waiting for the connection' });
});

it('is no file when less came than the phone had said', async () => {
  answer = (socket) => {
    say(socket, { type: 'pull_start', size: content.length });
    block(socket, 0, half);
    say(socket, { type: 'done' });
  };
  await expect(pull()).rejects.toThrow('The file has changed while it was fetched.');
});
