import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiskFullError, RecordingDisk } from './recording-disk.ts';
import { Uploader, type UploaderOptions } from './uploader.ts';

const id = '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
const patience = { timeout: 60_000, interval: 20 };

let dir: string;
let server: Server;
let uploader: Uploader | undefined;
let got: string[];
let answer: (path: string) => { status: number; stop?: boolean };
let stopped: string[];
let onPiece: (bytes: number) => void;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pf-recordings-'));
  [got, stopped] = [[], []];
  answer = () => ({ status: 200 });
  onPiece = () => undefined;
  server = createServer((request, response) => {
    request.on('data', (piece: Buffer) => {
      onPiece(piece.length);
    });
    request.once('end', () => {
      const path = (request.url ?? '').replace(`/agent/recordings/${id}/`, '');
      const { status, stop = false } = answer(path);
      if (status === 200 && request.headers.authorization === 'Bearer token') got.push(path);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ stop }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await uploader?.stop();
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(
  disk: RecordingDisk,
  isLineBusy = () => false,
  more: Pick<UploaderOptions, 'silenceMs'> & { bytesPerSecond?: number } = {},
): void {
  uploader = new Uploader({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disk,
    bytesPerSecond: 1_000_000,
    isLineBusy,
    onStop: (each) => stopped.push(each),
    log: pino({ level: 'silent' }),
    ...more,
  });
  uploader.start();
}

async function fill(disk: RecordingDisk, chunks: number): Promise<void> {
  await disk.begin(id, 'token');
  for (let number = 0; number < chunks; number++) await disk.addChunk(id, number, [Buffer.alloc(10)]);
}

test('chunks are sent in order and removed, and the end last', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  await fill(disk, 3);
  await disk.end(id, { chunks: 3, reason: 'stopped' });
  start(disk);
  await vi.waitFor(() => expect(got).toEqual(['chunks/0', 'chunks/1', 'chunks/2', 'end']), patience);
  await vi.waitFor(() => expect(readdirSync(dir)).toEqual([]), patience);
});

test('a cut line loses nothing: what was not taken is sent again', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  await fill(disk, 2);
  let cuts = 1;
  answer = (path) => ({ status: path === 'chunks/1' && cuts-- > 0 ? 503 : 200 });
  start(disk);
  await vi.waitFor(() => expect(got).toEqual(['chunks/0', 'chunks/1']), patience);
  await vi.waitFor(async () => expect(await disk.listChunks(id)).toEqual([]), patience);
  expect(await disk.readToken(id)).toBe('token');
});

test('a recording that the API can’t take holds up no other, and is tried again', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  const other = '0f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
  await disk.begin(other, 'token');
  await disk.addChunk(other, 0, [Buffer.alloc(10)]);
  await fill(disk, 1);
  let tries = 0;
  answer = (path) => ({ status: path.includes(other) && tries++ < 2 ? 500 : 200 });
  start(disk);
  await vi.waitFor(() => expect(got).toEqual(['chunks/0', `/agent/recordings/${other}/chunks/0`]), patience);
  expect(tries).toBe(3);
});

test('a new chunk of one recording makes it look at no other', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  const other = '0f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11';
  await disk.begin(other, 'token');
  await fill(disk, 1);
  const looked = vi.spyOn(disk, 'listChunks');
  start(disk);
  await vi.waitFor(() => expect(got).toEqual(['chunks/0']), patience);
  await vi.waitFor(() => expect(looked.mock.calls.flat()).toContain(other), patience);
  looked.mockClear();
  // The second one is looked for when the work of the first is over.
  for (const number of [1, 2]) {
    await disk.addChunk(id, number, [Buffer.alloc(10)]);
    uploader?.wake(id);
    await vi.waitFor(() => expect(got.at(-1)).toBe(`chunks/${number}`), patience);
  }
  expect(new Set(looked.mock.calls.flat())).toEqual(new Set([id]));
});

test('a recording that was erased is removed from the host, and the answer to a chunk ends one', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  await fill(disk, 2);
  answer = (path) => ({ status: path === 'chunks/1' ? 410 : 200, stop: true });
  start(disk);
  await vi.waitFor(() => expect(readdirSync(dir)).toEqual([]), patience);
  expect(got).toEqual(['chunks/0']);
  expect(stopped).toEqual([id, id]);
});

test('nothing is sent while a stream waits for the line', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  await fill(disk, 1);
  let isBusy = true;
  let asked = 0;
  start(disk, () => {
    asked++;
    return isBusy;
  });
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), patience);
  expect(got).toEqual([]);
  isBusy = false;
  await vi.waitFor(() => expect(got).toEqual(['chunks/0']), patience);
});

test('a chunk is sent in pieces, at the rate, and stops where a stream begins to wait for the line', async () => {
  const disk = new RecordingDisk(dir, 10_000_000);
  await disk.begin(id, 'token');
  await disk.addChunk(id, 0, [Buffer.alloc(600_000)]);
  let isBusy = false;
  let asked = 0;
  let bytes = 0;
  onPiece = (length) => {
    bytes += length;
    isBusy ||= bytes > 100_000 && asked === 0;
  };
  const startedAtMs = performance.now();
  start(disk, () => {
    if (isBusy) asked++;
    return isBusy;
  });
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), patience);
  // Pieces on their way, and no more.
  expect(bytes).toBeLessThan(300_000);
  expect(got).toEqual([]);
  isBusy = false;
  await vi.waitFor(() => expect(got).toEqual(['chunks/0']), patience);
  expect(bytes).toBe(600_000);
  expect(performance.now() - startedAtMs).toBeGreaterThan(500);
});

test('a chunk over a slow line is sent at the first try, however long it takes, while something goes on', async () => {
  const silenceMs = 1_500;
  const disk = new RecordingDisk(dir, 10_000_000);
  await disk.begin(id, 'token');
  await disk.addChunk(id, 0, [Buffer.alloc(2_000_000)]);
  let tries = 0;
  server.prependListener('request', () => tries++);
  const startedAtMs = performance.now();
  start(disk, undefined, { silenceMs, bytesPerSecond: 500_000 });
  await vi.waitFor(() => expect(got).toEqual(['chunks/0']), patience);
  expect(tries).toBe(1);
  expect(performance.now() - startedAtMs).toBeGreaterThan(silenceMs * 2);
});

test('a line that takes nothing more is given up, and the chunk is sent again', async () => {
  const disk = new RecordingDisk(dir, 100_000_000);
  await disk.begin(id, 'token');
  // More than the buffers on the way take.
  await disk.addChunk(id, 0, [Buffer.alloc(12_000_000)]);
  let tries = 0;
  server.prependListener('request', (request) => {
    if (tries++ === 0) setImmediate(() => request.pause());
  });
  start(disk, undefined, { silenceMs: 1_000, bytesPerSecond: 1e9 });
  await vi.waitFor(async () => expect(await disk.listChunks(id)).toEqual([]), patience);
  // On a busy machine a later try may be given up, too, even one whose bytes have all arrived.
  expect(tries).toBeGreaterThanOrEqual(2);
  expect(new Set(got)).toEqual(new Set(['chunks/0']));
});

test('an API that answers before it has read the chunk is understood', async () => {
  const disk = new RecordingDisk(dir, 10_000_000);
  await disk.begin(id, 'token');
  await disk.addChunk(id, 0, [Buffer.alloc(3_000_000)]);
  server.removeAllListeners('request');
  server.on('request', (_request, response) => response.writeHead(410).end());
  start(disk);
  await vi.waitFor(() => expect(readdirSync(dir)).toEqual([]), patience);
  expect(stopped).toEqual([id]);
});

test('a disk that is full is told apart, and room counts again once chunks are gone', async () => {
  const disk = new RecordingDisk(dir, 25);
  await fill(disk, 2);
  await expect(disk.addChunk(id, 2, [Buffer.alloc(10)])).rejects.toThrow(DiskFullError);
  const [first] = await disk.listChunks(id);
  if (first !== undefined) await disk.removeChunk(first);
  await disk.addChunk(id, 2, [Buffer.alloc(10)]);
  expect((await disk.listChunks(id)).map(({ number }) => number)).toEqual([1, 2]);
});

test('where a recording goes on is known when all its chunks were sent, and after a restart', async () => {
  const disk = new RecordingDisk(dir, 1_000);
  await disk.begin(id, 'token');
  await disk.addChunk(id, 4, [Buffer.alloc(10)], 12_000);
  const [only] = await disk.listChunks(id);
  if (only !== undefined) await disk.removeChunk(only);
  const again = new RecordingDisk(dir, 1_000);
  await again.begin(id, 'token');
  expect(await again.readNext(id)).toEqual({ number: 5, fromMs: 12_000 });
});
