// Real sockets that are read through a buffer of their own.
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

function dial(path = '/'): { socket: WebSocket; giveBack: (bytes: Uint8Array) => void } {
  const { createConnection, giveBack } = gatherFrames(false, maxPayload);
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
  return { socket: new WebSocket(url, { createConnection, maxPayload }), giveBack };
}

async function connect() {
  const [near, [far]] = [dial(), (await once(server, 'connection')) as [WebSocket]];
  // What is sent at once comes with the answer to the upgrade.
  far.send('first');
  const [first] = (await once(near.socket, 'message')) as [Buffer];
  expect(first.toString()).toBe('first');
  return { ...near, far };
}

const blockOf = (who: number, at: number) => Buffer.alloc(blockLength - (at % 7), who * 100 + (at % 90));

test('two channels at once get each its own bytes, also where blocks are kept and held back', async () => {
  const count = 60;
  const channels = [await connect(), await connect()];
  const received = channels.map(({ socket, giveBack }, who) => {
    const kept: Buffer[] = [];
    let seen = 0;
    return new Promise<number>((resolve, reject) => {
      socket.on('message', (data: Buffer) => {
        if (!data.equals(blockOf(who, seen))) reject(new Error(`block ${seen} of channel ${who} is another`));
        seen += 1;
        kept.push(data);
        const oldest = kept.length > 5 ? kept.shift() : undefined;
        // Kept ones must be what they were when they came.
        if (oldest && !oldest.equals(blockOf(who, seen - 6))) reject(new Error('a kept block has changed'));
        if (oldest) giveBack(oldest);
        if (seen % 10 === 0) {
          socket.pause();
          setTimeout(() => socket.resume(), 5);
        }
        if (seen === count) resolve(seen);
      });
    });
  });
  for (let at = 0; at < count; at++) {
    for (const [who, { far }] of channels.entries()) far.send(blockOf(who, at));
  }
  expect(await Promise.all(received)).toEqual([count, count]);
  for (const { socket } of channels) socket.terminate();
}, 30_000);

test('what one channel gives back serves another', async () => {
  const [one, other] = [await connect(), await connect()];
  // Half as long as those before, which are too large for it.
  const receive = async ({ far, socket }: typeof one) => {
    far.send(Buffer.alloc(50_000));
    return ((await once(socket, 'message')) as [Buffer])[0];
  };
  const first = await receive(one);
  one.giveBack(first);
  expect((await receive(other)).buffer).toBe(first.buffer);
  for (const { socket } of [one, other]) socket.terminate();
}, 30_000);

test('its end is told as that of any other socket', async () => {
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
}, 30_000);
