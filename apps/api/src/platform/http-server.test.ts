import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { createHttpServer } from './http-server.ts';
import type { Log } from './log.ts';

let site: TestApp;
let address: string;
let dist: string;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'pocketfleet-dist-'));
  for (const name of ['index', 'frame', '404']) writeFileSync(join(dist, `${name}.html`), `<p>${name}</p>`);
  writeFileSync(join(dist, '.site.json'), JSON.stringify({ routes: ['/'], inline_scripts: [] }));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets', 'a-1234.js'), '0');
  site = await startTestApp({ WEB_DIST: dist });
  address = await site.listen();
});
afterAll(async () => {
  await site.stop();
  rmSync(dist, { recursive: true, force: true });
});

test.each(['h2c', 'TLS/1.0', 'nonsense'])('an upgrade to %s is ignored', async (protocol) => {
  const response = await raw(
    `GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
  );
  const plain = await raw('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(response).toMatchObject({ status: plain.status, body: plain.body });
  expect(plain.body).not.toBe('');
});

test.each(['/api/%zz', '/api/phones/%ff', '/%zz', '/frame/%ff'])(
  'the undecodable address %s is not found',
  async (path) => {
    const response = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response.status).toBe(404);
    expect(JSON.parse(response.body)).toEqual({ detail: expect.any(String), code: 'not_found' });
  },
);

test.each([
  ['headers without an end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['bytes that are no HTTP', 'HELLO\r\n\r\n', 400],
])('%s get an error in the form of the contract', async (_bytes, request, status) => {
  const response = await raw(request);
  expect(response.status).toBe(status);
  expect(JSON.parse(response.body)).toEqual({ detail: expect.any(String), code: 'invalid_input' });
});

test.each([`/${'a'.repeat(300)}`, `/frame/${'a'.repeat(300)}/x`, '//'])(
  'the unknown page address %s gets the page for that',
  async (path) => {
    const response = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(response).toMatchObject({ status: 404, body: expect.stringContaining('404') });
    expect(response.body).toContain('<p>');
  },
);

test('a request whose client has disconnected is refused, and not logged as an error', async () => {
  const failures: object[] = [];
  const server = await createHttpServer({
    log: { error: (facts: object) => failures.push(facts) } as unknown as Log,
    publicUrl: 'http://127.0.0.1:4000',
    requestsPerMinute: 100,
    trustedProxies: [],
  });
  let handled = 0;
  server.get('/', () => {
    handled += 1;
    return {};
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    expect((await fetch(url)).status).toBe(200);
    server.server.prependListener('request', ({ socket }) => {
      Object.defineProperty(socket, 'remoteAddress', { value: undefined, configurable: true });
    });
    expect((await fetch(url)).status).toBe(400);
  } finally {
    await server.close();
  }
  expect([handled, failures]).toEqual([1, []]);
});

test('assets have a limit of their own, so that visits don’t use up the limit of calls', async () => {
  const get = async (url: string) => {
    const { statusCode, headers } = await site.app.site.inject({ url, remoteAddress: '198.51.100.20' });
    return { statusCode, left: Number(headers['x-ratelimit-remaining']) };
  };
  const before = await get('/health');
  const asset = await get('/assets/a-1234.js');
  await get('/assets/a-1234.js?again');
  const after = await get('/health');
  expect(asset.statusCode).toBe(200);
  expect(asset.left).toBeGreaterThan(before.left);
  expect(before.left - after.left).toBe(1);
});

/** Sends bytes that a client library would not send, and reads until the server closes the connection. */
function raw(request: string): Promise<{ status: number; body: string }> {
  const [host = '', port] = address.split(':');
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), host, () => socket.write(request));
    socket.setTimeout(5_000, () => socket.destroy(new Error(`the connection stays open: ${text}`)));
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body });
    });
  });
}
