import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let site: TestApp;
let consoleDist: string;

beforeAll(async () => {
  consoleDist = mkdtempSync(join(tmpdir(), 'pocketfleet-console-'));
  mkdirSync(join(consoleDist, 'assets'));
  writeFileSync(join(consoleDist, 'index.html'), '<title>console</title>');
  writeFileSync(join(consoleDist, 'assets/app-1a2b.js'), 'plain');
  const facts = { routes: ['/', '/phones/:id'], inline_scripts: [] };
  writeFileSync(join(consoleDist, '.site.json'), JSON.stringify(facts));
  site = await startTestApp({ CONSOLE_DIST: consoleDist });
});
afterAll(async () => {
  await site.stop();
  rmSync(consoleDist, { recursive: true });
});

const get = (url: string) => site.app.operator.inject({ method: 'GET', url });

test('the console is on the operators’ port, with a policy that runs only its own files', async () => {
  for (const url of ['/', '/phones/4711']) {
    const page = await get(url);
    expect(page).toMatchObject({ statusCode: 200, body: '<title>console</title>' });
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  }
  const script = await get('/assets/app-1a2b.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('an unknown page is a 404, an unknown call a 404 in JSON, and dotfiles are not served', async () => {
  expect(await get('/no/such/page')).toMatchObject({ statusCode: 404, body: '<title>console</title>' });
  expect((await get('/api/nothing')).json()).toMatchObject({ code: 'not_found' });
  expect((await get('/.site.json')).statusCode).toBe(404);
});

test('an address that no file can have is a 404 without a log line', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on('warning', hear);
  const addresses = ['//elsewhere.example/', '/%00', '/no/such/page'];
  const answers = await Promise.all(addresses.map(get));
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  expect(warnings).toEqual([]);
});

test('the customers’ port serves no console', async () => {
  const page = await site.app.site.inject({ method: 'GET', url: '/phones/4711' });
  expect(page.statusCode).toBe(404);
});
