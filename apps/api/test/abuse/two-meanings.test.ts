// Requests that a proxy and a node might read differently, so that a second one hides in the first. A node refuses them
// by itself: what is hidden is never answered.
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../use-test-app.ts';

const site = useTestApp();
let port: number;
beforeAll(async () => {
  port = Number((await site.listen()).split(':')[1]);
});

/** The status lines of all that comes back until the node closes the connection. */
function send(text: string): Promise<string[]> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      heard += data.toString();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(heard.match(/HTTP\/1\.1 \d{3}/g) ?? []));
  });
}

const requestStart = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const hidden = 'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

test.each([
  ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n`],
  [
    'a length beside chunks',
    `Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks beside a length',
    `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n\r\n0\r\n\r\n`,
  ],
  ['an encoding that is none', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a space before the colon', `Content-Length : ${hidden.length}\r\n\r\n`],
  ['a length that is no number', 'Content-Length: +0\r\n\r\n'],
  ['a folded header', 'X-Fold: a\r\n Content-Length: 5\r\n\r\n'],
])('a request with %s is refused, and nothing in it is answered', async (_what, headers) => {
  const [first, ...more] = await send(`${requestStart}${headers}${hidden}`);
  expect(first).toMatch(/^HTTP\/1\.1 (400|501)/);
  expect(more).toEqual([]);
});

test('two requests in one piece are two answers, so that the others prove something', async () => {
  const first = 'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await send(`${first}${hidden}`)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401']);
});
