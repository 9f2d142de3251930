// Transfers over a line that breaks, with a socket server in place of the phone.
import type { AddressInfo } from 'node:net';
import { decodeFileBlock, encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { chainOf, readerOf } from './file-chain.ts';
import { pullFile, pushFile, type TransferProgress } from './files.ts';
import { FilesFailedError } from './files-failed-error.ts';

const blockLength = 256 * 1024;
const content = new Uint8Array(3 * blockLength + 5).map((_, at) => at % 251);
const { signal } = new AbortController();
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

const tickets = async () => ({
  stream_url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ticket: 'ticket',
});
const send = (socket: ServerSocket, notice: object): void => socket.send(JSON.stringify(notice));
function sendBlocks(socket: ServerSocket, from: number, to: number): void {
  for (let at = from; at < to; at += blockLength) {
    socket.send(
      encodeFileBlock({ offset: at, content: content.subarray(at, Math.min(to, at + blockLength)) }),
    );
  }
}
async function pull(options: Parameters<typeof pullFile>[2] = {}): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pullFile(tickets, '/sdcard/a.bin', options, signal)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
const chain = (length: number): Promise<string> => chainOf(readerOf(new Blob([content])), length, signal);

it('a pull resumes where the line broke, and proves what it has received', async () => {
  respond = (socket, attempt) => {
    send(socket, { type: 'pull_start', size: content.length });
    const half = 2 * blockLength;
    sendBlocks(socket, attempt === 1 ? 0 : half, attempt === 1 ? half : content.length);
    if (attempt === 1) setTimeout(() => socket.terminate(), 20);
    else send(socket, { type: 'done' });
  };
  const progress: TransferProgress[] = [];
  expect(await pull({ onProgress: (one) => progress.push(one) })).toEqual(content);
  const proof = { offset: 2 * blockLength, chain: await chain(2 * blockLength) };
  expect(conversations[1]).toEqual({ type: 'pull', path: '/sdcard/a.bin', ...proof });
  expect(progress).toContainEqual({ bytes: 2 * blockLength, stage: 'waiting' });
  expect(progress[0]).toEqual({ bytes: blockLength, stage: 'fetching', size: content.length });
});

it('a pull fails when fewer bytes arrive than the phone announced', async () => {
  respond = (socket) => {
    send(socket, { type: 'pull_start', size: content.length });
    sendBlocks(socket, 0, blockLength);
    send(socket, { type: 'done' });
  };
  await expect(pull()).rejects.toThrow('The file has changed while it was fetched.');
});

it('a pull holds the phone’s side back while its blocks are not taken, and closes the socket when it is given up', async () => {
  const blocks = 400;
  let sent = 0;
  respond = (socket) => {
    send(socket, { type: 'pull_start', size: blocks * blockLength });
    for (let at = 0; at < blocks; at += 1) {
      const message = encodeFileBlock({
        offset: at * blockLength,
        content: content.subarray(0, blockLength),
      });
      socket.send(message, () => {
        sent += 1;
      });
    }
  };
  const pulled = pullFile(tickets, '/sdcard/a.bin', {}, signal);
  await pulled.next();
  let last = 0;
  const standsStill = () => {
    const before = last;
    last = sent;
    expect(sent).toBe(before);
    expect(sent).toBeGreaterThan(0);
  };
  await vi.waitFor(standsStill, { timeout: 60_000, interval: 300 });
  expect(sent).toBeLessThan(blocks);
  expect(conversations).toHaveLength(1);
  await pulled.return();
  await vi.waitFor(() => expect(server.clients.size).toBe(0));
});

it('a push goes on behind what the phone’s side has of this very file, and begins anew for another', async () => {
  const offsets: number[] = [];
  respond = async (socket, attempt) => {
    const offset = 2 * blockLength;
    send(socket, { type: 'push_ready', offset, chain: attempt === 1 ? 'f'.repeat(64) : await chain(offset) });
    let received = 0;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        const block = decodeFileBlock(data);
        offsets.push(block.offset / blockLength);
        received = block.offset + block.content.length;
        send(socket, { type: 'received', bytes: received });
        return;
      }
      const message = JSON.parse(data.toString()) as { type: string };
      if (message.type !== 'push_end') return;
      // The first attempt breaks at its end.
      if (attempt === 1) socket.terminate();
      else send(socket, { type: 'done' });
    });
  };
  const file = { content: new Blob([content]), name: 'a.bin', modifiedMs: 1 };
  await pushFile(tickets, file, { folder: '/sdcard/Download', install: false }, () => undefined, signal);
  expect(offsets).toEqual([0, 1, 2, 3, 2, 3]);
});

it.each([
  [
    'the end of the rental, which the line tells after it',
    4405,
    'Your rental of this phone has ended.',
    'assignment_ended',
  ],
  ['nothing but the end of the conversation', 1000, 'Android does not allow this.', 'files_failed'],
])('a failure is told with its reason when it is followed by %s', async (_, close, message, code) => {
  respond = (socket) => {
    send(socket, { type: 'failed', detail: 'Android does not allow this.', retry: false });
    setTimeout(() => socket.close(close), 30);
  };
  await expect(pull()).rejects.toMatchObject({ name: 'FilesFailedError', message, code });
});

it('a transfer whose line is lost and whose phone is refused afterwards says that the rental has ended', async () => {
  respond = (socket) => {
    setTimeout(() => socket.close(1000), 20);
  };
  const asked = async () => {
    if (conversations.length === 0) return tickets();
    throw new FilesFailedError('This phone is not assigned to your account.', false, 'device_not_assigned');
  };
  const pulled = pullFile(asked, '/sdcard/a.bin', {}, signal).next();
  const message = 'Your rental of this phone has ended.';
  await expect(pulled).rejects.toMatchObject({ message, code: 'assignment_ended' });
});

it('gives up after eight attempts that bring nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const failing = async () => Promise.reject(new Error('away'));
    const outcome = pullFile(failing, '/sdcard/a.bin', {}, signal)
      .next()
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({ name: 'FilesFailedError', code: 'line_lost' });
  } finally {
    vi.useRealTimers();
  }
});
