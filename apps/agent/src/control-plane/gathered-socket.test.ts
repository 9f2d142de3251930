// Real sockets that are read through reused buffers.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { gatherFrames } from './gathered-socket.ts';

const blockLength = 200_000;
const maxPayload = 512 * 1024;
const http = createServer();
const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });

beforeAll(async () => {
  http.on('upgrade', (request, socket, head) => {
    if (request.url === '/refused') socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    else server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterAll(() => {
  for (const socket of server.clients) socket.terminate();
  http.close();
});

function dial(path = '/'): { socket: WebSocket; release: (bytes: Uint8Array) => void } {
  const { createConnection, release } = gatherFrames(false, maxPayload);
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
  return { socket: new WebSocket(url, { createConnection, maxPayload }), release };
}

async function connect() {
  const [near, [far]] = [dial(), (await once(server, 'connection')) as [WebSocket]];
  // A message that is sent at once arrives together with the response to the upgrade.
  far.send('first');
  const [first] = (await once(near.socket, 'message')) as [Buffer];
  expect(first.toString()).toBe('first');
  return { ...near, far };
}

const blockOf = (channel: number, at: number) =>
  Buffer.alloc(blockLength - (at % 7), channel * 100 + (at % 90));

test('two concurrent channels get their own bytes, also while blocks are kept or reading is paused', async () => {
  const count = 60;
  const channels = [await connect(), await connect()];
  const received = channels.map(({ socket, release }, channel) => {
    const kept: Buffer[] = [];
    let seen = 0;
    return new Promise<number>((resolve, reject) => {
      socket.on('message', (data: Buffer) => {
        if (!data.equals(blockOf(channel, seen)))
          reject(new Error(`block ${seen} of channel ${channel} differs`));
        seen += 1;
        kept.push(data);
        const oldest = kept.length > 5 ? kept.shift() : undefined;
        // Kept blocks must not have changed.
        if (oldest && !oldest.equals(blockOf(channel, seen - 6)))
          reject(new Error('a kept block has changed'));
        if (oldest) release(oldest);
        if (seen % 10 === 0) {
          socket.pause();
          setTimeout(() => socket.resume(), 5);
        }
        if (seen === count) resolve(seen);
      });
    });
  });
  for (let at = 0; at < count; at++) {
    for (const [channel, { far }] of channels.entries()) far.send(blockOf(channel, at));
  }
  expect(await Promise.all(received)).toEqual([count, count]);
  for (const { socket } of channels) socket.terminate();
});

test('a buffer that one channel releases is reused by another', async () => {
  const [one, other] = [await connect(), await connect()];
  // It is half as long as the earlier blocks, whose buffers are too large for it.
  const receive = async ({ far, socket }: typeof one) => {
    far.send(Buffer.alloc(50_000));
    return ((await once(socket, 'message')) as [Buffer])[0];
  };
  const first = await receive(one);
  one.release(first);
  expect((await receive(other)).buffer).toBe(first.buffer);
  for (const { socket } of [one, other]) socket.terminate();
});

test('the end of a gathered socket is reported like that of any other socket', async () => {
  const closed = await connect();
  closed.far.close(4003, 'over');
  expect((await once(closed.socket, 'close'))[0]).toBe(4003);

  const lost = await connect();
  lost.far.terminate();
  expect((await once(lost.socket, 'close'))[0]).toBe(1006);

  const tooLong = await connect();
  const failed = once(tooLong.socket, 'error');
  tooLong.far.send(Buffer.alloc(maxPayload + 1));
  expect(String(await failed)).toContain('Max payload size exceeded');

  await expect(once(dial('/refused').socket, 'open')).rejects.toThrow('403');
});
