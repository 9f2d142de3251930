// Fetches over a line that breaks, with a socket server in place of the phone.
import type { AddressInfo } from 'node:net';
import { encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createMemoryFile, type FetchedFile } from '../../streams/fetched-file.ts';
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

it('resumes where the line broke, and keeps its progress meanwhile', async () => {
  respond = (socket, attempt) => {
    send(socket, { type: 'pull_start', size: content.length });
    block(socket, attempt === 1 ? 0 : half, attempt === 1 ? half : content.length);
    if (attempt === 1) setTimeout(() => socket.terminate(), 20);
    else send(socket, { type: 'done' });
  };
  const progress: Progress[] = [];
  const fetched = await pull(progress);
  expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(content);
  expect(conversations[1]).toMatchObject({ type: 'pull', path: '/sdcard/a.bin', offset: half });
  expect(progress).toContainEqual({ bytes: half, label: 'Waiting for the connection' });
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
  await expect(pull([], createMemoryFile(content.length - 1))).rejects.toThrow(
    'This window doesn’t have room',
  );
});
