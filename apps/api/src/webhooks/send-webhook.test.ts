import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../test/test-receiver.ts';
import { sendWebhook } from './send-webhook.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.received.length = 0;
});

const send = (more: Partial<Parameters<typeof sendWebhook>[0]> = {}) =>
  sendWebhook({ url: receiver.url, body: '{}', headers: {}, allowed: ['127.0.0.0/8'], ...more });

test('a redirect is an answer, not a way', async () => {
  receiver.answer.with = (_request, response) =>
    response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
  expect(await send()).toMatchObject({ status: 302, error: expect.stringContaining('redirect') });
  expect(receiver.received).toHaveLength(1);
});

test('of an endless answer only the beginning is read', async () => {
  let written = 0;
  receiver.answer.with = (_request, response) => {
    const pump = (): void => {
      if (response.destroyed) return;
      written += 65_536;
      response.write(Buffer.alloc(65_536, 'a'), pump);
    };
    response.writeHead(200);
    pump();
  };
  const outcome = await send();
  expect(outcome).toMatchObject({ status: 200, error: '' });
  expect(outcome.answer).toBe('a'.repeat(1_024));
  expect(written).toBeLessThan(100_000_000);
});

test('a receiver that hangs is given up', async () => {
  receiver.answer.with = () => undefined;
  expect(await send({ limitMs: 50 })).toMatchObject({
    status: null,
    error: expect.stringContaining('15 seconds'),
  });
});

test('a receiver that hangs in the middle of its answer is given up', async () => {
  receiver.answer.with = (_request, response) => void response.writeHead(200).write('a');
  expect(await send({ limitMs: 50 })).toMatchObject({
    status: null,
    error: expect.stringContaining('15 seconds'),
  });
});

test('a private address gets no connection, whatever name leads to it', async () => {
  const before = receiver.connections();
  const port = new URL(receiver.url).port;
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
    const outcome = await send({ url: `https://${host}:${port}/`, allowed: [] });
    expect(outcome.status).toBeNull();
  }
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const outcome = await send({ url: 'https://example.com/', allowed: [], resolve });
  expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('isn’t public') });
  expect(receiver.connections()).toBe(before);
});

/** Answers each connection with exactly these bytes, and keeps it open. */
async function sendTo(bytes: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outcome = await send({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  server.close();
  return outcome;
}

test('a receiver that changes to another protocol has answered', async () => {
  const bytes = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
  expect(await sendTo(bytes)).toMatchObject({ status: 101, error: 'The server answered 101.' });
});

test.each([
  ['status 000', 'HTTP/1.1 000 OK\r\n\r\n', 'The server’s answer is not HTTP.'],
  ['status 099', 'HTTP/1.1 099 OK\r\n\r\n', 'The server’s answer is not HTTP.'],
  ['ssh', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 'The server’s answer is not HTTP.'],
  [
    'endless headers',
    `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
    'The headers of the server’s answer are too long.',
  ],
])('a receiver that sends %s has not answered', async (_name, bytes, error) => {
  expect(await sendTo(bytes)).toMatchObject({ status: null, error });
});

test('nothing listens', async () => {
  expect(await send({ url: 'http://127.0.0.1:9/' })).toMatchObject({
    status: null,
    error: 'Nothing listens at this address.',
  });
});
