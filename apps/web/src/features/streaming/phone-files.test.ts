// Fetching over a line that breaks, against a socket server that plays the phone's side.
import type { AddressInfo } from 'node:net';
import { encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createMemoryFile, type FetchedFile } from './fetched-file.ts';
import { chainOf, readerOf } from './file-chain.ts';
import { maxWaitingBytes } from './files-conversation.ts';
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
function pull(
  progress: Progress[] = [],
  file: FetchedFile = createMemoryFile(),
  { signal } = new AbortController(),
): Promise<Blob> {
  return pullFile(startStream, '/sdcard/a.bin', file, (one) => progress.push(one), signal);
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
  const chain = await chainOf(readerOf(new Blob([content])), half, new AbortController().signal);
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

it('keeps a limited part of a file in memory while the disk is slow, and fetches the rest when it has caught up', async () => {
  const blockLength = 256 * 1024;
  const blocks = (maxWaitingBytes / blockLength) * 2;
  const size = blocks * blockLength;
  const bytes = new Uint8Array(blockLength);
  answer = (socket) => {
    const { offset } = conversations.at(-1) as { offset: number };
    say(socket, { type: 'pull_start', size });
    for (let at = offset; at < size; at += blockLength) {
      socket.send(encodeFileBlock({ offset: at, content: bytes }));
    }
    say(socket, { type: 'done' });
  };
  let length = 0;
  let isSlow = true;
  const disk = Promise.withResolvers<void>();
  const file: FetchedFile = {
    ...createMemoryFile(),
    async append(content) {
      if (isSlow) await disk.promise;
      length += content.length;
    },
    read: async (from, to) => new Uint8Array(to - from),
  };
  const fetched = pull([], file);
  await vi.waitFor(() => expect([conversations.length, server.clients.size]).toEqual([1, 0]));
  isSlow = false;
  disk.resolve();
  await fetched;
  expect(length).toBe(size);
  expect(conversations).toHaveLength(2);
  expect(conversations[1]?.['offset']).toBeLessThanOrEqual(maxWaitingBytes + 2 * blockLength);
});

it('leaves nothing on this computer when it is cancelled', async () => {
  answer = (socket) => {
    say(socket, { type: 'pull_start', size: content.length });
    block(socket, 0, half);
  };
  const abort = new AbortController();
  const discard = vi.fn(async () => undefined);
  const progress: Progress[] = [];
  const fetched = pull(progress, { ...createMemoryFile(), discard }, abort);
  await vi.waitFor(() => expect(progress).not.toHaveLength(0));
  abort.abort();
  await expect(fetched).rejects.toThrow('aborted');
  expect(discard).toHaveBeenCalledOnce();
});

it('refuses a file that finds no room in memory before its first byte', async () => {
  answer = (socket) => say(socket, { type: 'pull_start', size: content.length });
  await expect(pull([], createMemoryFile(content.length - 1))).rejects.toThrow('This window has no room');
});
