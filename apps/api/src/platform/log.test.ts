import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';

function keepLines() {
  const lines: Record<string, unknown>[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  return { lines, log: createLog('debug', target) };
}

test('each line of a request contains its id, and so does the response', async () => {
  const { lines, log } = keepLines();
  const server = await createHttpServer({
    log,
    publicUrl: 'http://localhost:4000',
    requestsPerMinute: 100,
    trustedProxies: [],
  });
  server.get('/broken', async () => {
    await new Promise((done) => setImmediate(done));
    log.info('half way');
    throw new Error('broken');
  });
  const chosen = { 'x-request-id': 'mine' };
  const [first, second] = await Promise.all([
    server.inject({ url: '/broken', headers: chosen }),
    server.inject({ url: '/broken', headers: chosen }),
  ]);
  await server.close();
  const ids = [first, second].map((answer) => answer?.headers['x-request-id']);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const own = lines.filter((line) => line['request_id'] === id).map((line) => line['msg']);
    expect(own).toEqual(['half way', 'call failed', 'answered']);
  }
  log.info('outside');
  expect(lines.at(-1)).not.toHaveProperty('request_id');
});

test('passwords, tokens and tickets are not logged', () => {
  const { lines, log } = keepLines();
  log.info({ password: 'secret-1', body: { token: 'secret-2' }, ticket: 'secret-3' }, 'signed in');
  expect(JSON.stringify(lines)).not.toContain('secret');
});
