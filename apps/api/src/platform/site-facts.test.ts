import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSiteFacts } from './site-facts.ts';

let root: string;
let hasPage: (path: string) => boolean;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pocketfleet-routes-'));
  const routes = ['/', '/devices', '/devices/:id/stream', '/unauthorized-stream/:id?', '/a.b'];
  writeFileSync(join(root, '.site.json'), JSON.stringify({ routes, inline_scripts: [] }));
  hasPage = (await readSiteFacts(root)).isPage;
});
afterAll(() => rmSync(root, { recursive: true }));

it.each([
  '/',
  '/devices',
  '/devices/',
  '/Devices',
  '/devices/4711/stream',
  '/unauthorized-stream',
  '/unauthorized-stream/4711',
  '/a.b',
])('%s has a page', (path) => {
  expect(hasPage(path)).toBe(true);
});

it.each(['/nothing', '/devices/4711', '/devices/4/7/stream', '/unauthorized-stream/4/7', '/axb', '//'])(
  '%s has none',
  (path) => {
    expect(hasPage(path)).toBe(false);
  },
);

it('a built site without its facts is refused by name', async () => {
  await expect(readSiteFacts(`${root}/nowhere`)).rejects.toThrow('.site.json');
});

it('a text that is no hash never reaches the policy', async () => {
  const facts = { routes: ['/'], inline_scripts: ["sha256-x'; script-src *"] };
  writeFileSync(join(root, '.site.json'), JSON.stringify(facts));
  await expect(readSiteFacts(root)).rejects.toThrow();
});
