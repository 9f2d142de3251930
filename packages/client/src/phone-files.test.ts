import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { encodeFileBlock } from '@pocketfleet/stream-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Caller } from './caller.ts';
import { PhoneFiles } from './phone-files.ts';

let server: WebSocketServer;
let files: PhoneFiles;

/** Sends one block of a larger file, and then nothing. */
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'pull_start', size: 10, modified_ms: 0 }));
    socket.send(encodeFileBlock({ offset: 0, content: new Uint8Array(5) }));
  });
  await once(server, 'listening');
  const call = async () => ({ ticket: 'ticket' });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files = new PhoneFiles({ url, call: call as unknown as Caller['call'] }, async () => 'device');
});
afterEach(async () => {
  for (const socket of server.clients) socket.terminate();
  await new Promise((done) => server.close(done));
});

it('a cancelled pull ends at once, also while it waits for the phone', { timeout: 60_000 }, async () => {
  const reader = files.pull('/sdcard/Download/large.bin').getReader();
  expect((await reader.read()).value).toHaveLength(5);
  const next = reader.read();
  // Without an end of its own the cancelling waits for five minutes, longer than this test may take.
  await reader.cancel();
  expect(await next).toEqual({ done: true, value: undefined });
  await expect.poll(() => server.clients.size, { timeout: 30_000 }).toBe(0);
});

it('the caller’s signal still ends a pull', async () => {
  const stop = new AbortController();
  const reader = files.pull('/sdcard/Download/large.bin', { signal: stop.signal }).getReader();
  await reader.read();
  const next = reader.read();
  stop.abort(new Error('enough'));
  await expect(next).rejects.toThrow('enough');
});
