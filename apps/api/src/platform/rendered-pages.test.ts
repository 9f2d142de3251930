import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPageHandler } from './rendered-pages.ts';

const server = Fastify();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-pages-'));
  const head =
    '<meta property="og:url" content="/terms" /><meta property="og:image" content="/preview.png" />';
  writeFileSync(join(folder, 'terms.html'), `${head}<p>Terms</p><a href="/privacy">Privacy</a>`);
  server.get('/terms', createPageHandler(join(folder, 'terms.html'), 'https://phones.example'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url: '/terms', headers });

it('puts the address of the running product into the preview, and nowhere else', async () => {
  const page = await get();
  expect(page.body).toContain('og:url" content="https://phones.example/terms"');
  expect(page.body).toContain('og:image" content="https://phones.example/preview.png"');
  expect(page.body).toContain('<a href="/privacy">');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
});

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=0.5', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
])('for Accept-Encoding %s the page is compressed as %s', async (accepted, encoding, unpack) => {
  const page = await get({ 'accept-encoding': accepted });
  expect(page.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(unpack(page.rawPayload).toString()).toBe((await get()).body);
});

it('a browser that has the page already is told so', async () => {
  const { etag } = (await get()).headers;
  const again = await get({ 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200);
});
