// Fetches over a line that breaks, with a socket server in place of the phone.
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
let respond: (socket: ServerSocket, attempt: number) => void;

beforeEach(async () => {
  conversations = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'pocketfleet' });
  server.on('connection', (socket) => {
    socket.once('message', (data) => {
      conversations.push(JSON.parse(data.toString()));
      respond(socket, conversations.length);
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
const send = (socket: ServerSocket, notice: object) => socket.send(JSON.stringify(notice));
const block = (socket: ServerSocket, from: number, to: number) =>
  socket.send(encodeFileBlock({ offset: from, content: content.subarray(from, to) }));
function pull(
  progress: Progress[] = [],
  file: FetchedFile = createMemoryFile(),
  { signal } = new AbortController(),
): Promise<Blob> {
  return pullFile(startStream, '/sdcard/a.bin', file, (one) => progress.push(one), signal);
}

it('resumes where the line broke, proves what it has received, and keeps its progress meanwhile', async () => {
  respond = (socket, attempt) => {
    send(socket, { type: 'pull_start', size: content.length });
    block(socket, attempt === 1 ? 0 : half, attempt === 1 ? half : content.length);
    if (attempt === 1) setTimeout(() => socket.terminate(), 20);
    else send(socket, { type: 'done' });
  };
  const progress: Progress[] = [];
  const fetched = await pull(progress);
  expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(content);
  const chain = await chainOf(readerOf(new Blob([content])), half, new AbortController().signal);
  expect(conversations[1]).toEqual({ type: 'pull', path: '/sdcard/a.bin', offset: half, chain });
  expect(progress).toContainEqual({ bytes: half, label: 'Waiting for the connection' });
});

it('fails when fewer bytes arrive than the phone announced', async () => {
  respond = (socket) => {
    send(socket, { type: 'pull_start', size: content.length });
    block(socket, 0, half);
    send(socket, { type: 'done' });
  };
  await expect(pull()).rejects.toThrow('The file has changed while it was fetched.');
});

it('keeps a limited part of a file in memory while the disk is slow, and fetches the rest when it has caught up', async () => {
  const blockLength = 256 * 1024;
  const blocks = (maxWaitingBytes / blockLength) * 2;
  const size = blocks * blockLength;
  const bytes = new Uint8Array(blockLength);
  respond = (socket) => {
    const { offset } = conversations.at(-1) as { offset: number };
    send(socket, { type: 'pull_start', size });
    for (let at = offset; at < size; at += blockLength) {
      socket.send(encodeFileBlock({ offset: at, content: bytes }));
    }
    send(socket, { type: 'done' });
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
  respond = (socket) => {
    send(socket, { type: 'pull_start', size: content.length });
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

it('refuses a file that doesn’t fit into memory before its first byte', async () => {
  respond = (socket) => send(socket, { type: 'pull_start', size: content.length });
  await expect(pull([], createMemoryFile(content.length - 1))).rejects.toThrow('This window has no room');
});
