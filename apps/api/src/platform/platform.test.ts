import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { ConfigError, readConfig } from '../config.ts';
import { inTransaction, sql } from './database.ts';
import { defineTopic, publish } from './events.ts';
import { migrate, readMigrations } from './migrate.ts';
import { paymentPagePolicy } from './security-headers.ts';

let site: TestApp;
let webDist: string;

beforeAll(async () => {
  webDist = mkdtempSync(join(tmpdir(), 'pocketfleet-site-'));
  mkdirSync(join(webDist, 'assets'));
  writeFileSync(join(webDist, 'index.html'), '<title>site</title>');
  writeFileSync(join(webDist, 'frame.html'), '<title>frame</title>');
  writeFileSync(join(webDist, '404.html'), '<title>not found</title>');
  const facts = {
    routes: ['/', '/devices', '/devices/:id/stream'],
    inline_scripts: [`sha256-${'x'.repeat(43)}=`],
  };
  writeFileSync(join(webDist, '.site.json'), JSON.stringify(facts));
  writeFileSync(join(webDist, 'assets/app-1a2b.js'), 'plain');
  writeFileSync(join(webDist, 'assets/app-1a2b.js.br'), 'compressed');
  writeFileSync(join(webDist, 'assets/fallback-worker-3c4d.js'), 'plain');
  writeFileSync(join(webDist, 'assets/fallback-worker-3c4d.js.br'), 'compressed');
  site = await startTestApp({
    WEB_DIST: webDist,
    PAYMENT_SANDBOX_URL: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: 'whsec_platformtest',
  });
});
afterAll(async () => {
  await site.stop();
  rmSync(webDist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.site.inject({ method: 'GET', url, headers });

test('a database that is newer than the program, or a changed migration, is refused', async () => {
  const migrations = await readMigrations();
  expect(await migrate(site.databaseUrl)).toEqual([]);
  await expect(migrate(site.databaseUrl, { migrations: migrations.slice(0, -1) })).rejects.toThrow(
    'newer than this program',
  );
  const changed = migrations.map((file) => ({ ...file, checksum: 'other' }));
  await expect(migrate(site.databaseUrl, { migrations: changed })).rejects.toThrow(
    'was changed after it had run',
  );
});

test('an event is delivered when its transaction commits, and not when it rolls back', async () => {
  const topic = defineTopic('test_event', z.object({ n: z.number() }));
  const received: number[] = [];
  site.app.deps.events.on(topic, ({ n }) => received.push(n));
  const rollback = inTransaction(site.db, async (tx) => {
    await publish(tx, topic, { n: 1 });
    throw new Error('rolled back');
  });
  await expect(rollback).rejects.toThrow('rolled back');
  await inTransaction(site.db, (tx) => publish(tx, topic, { n: 2 }));
  await expect.poll(() => received).toEqual([2]);
});

test('after its connection was cut, events report a gap and go on', async () => {
  const topic = defineTopic('test_gap', z.object({ n: z.number() }));
  const received: number[] = [];
  let gaps = 0;
  site.app.deps.events.on(topic, ({ n }) => received.push(n));
  site.app.deps.events.onGap(() => {
    gaps += 1;
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pocketfleet events' and datname = current_database()`.execute(site.db);
  await expect.poll(() => gaps).toBeGreaterThan(0);
  await publish(site.db, topic, { n: 3 });
  await expect.poll(() => received).toEqual([3]);
});

test('the health of a usable node is ready, with the number of phones online', async () => {
  const ready = await site.app.operator.inject({ method: 'GET', url: '/health/ready' });
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', devices_online: 0 }]);
  expect((await get('/health/ready')).body).toContain('<title>not found</title>');
});

test('addresses of the site get its page, the frame its own page, and unknown calls an error', async () => {
  expect((await get('/devices')).body).toContain('site');
  expect((await get('/frame/0b5c')).body).toContain('frame');
  for (const url of ['/api/nothing', '/api', '/ws/nothing', '/missing.js', '/assets/none.js']) {
    const response = await get(url);
    expect([url, response.statusCode, response.json()['code']]).toEqual([url, 404, 'not_found']);
  }
  expect((await get('/..%2f..%2fetc/passwd')).statusCode).not.toBe(500);
  expect((await get('/%ff')).statusCode).toBeLessThan(500);
});

test('an address without a page gets the page and the status for that', async () => {
  const found = await get('/devices/4711/stream?from=mail');
  expect([found.statusCode, found.body]).toEqual([200, '<title>site</title>']);
  for (const url of ['/no/such/page', '/devicess', '/.well-known/nothing']) {
    const response = await get(url);
    expect([url, response.statusCode, response.body]).toEqual([url, 404, '<title>not found</title>']);
    expect(response.headers['content-type']).toContain('text/html');
  }
});

test('the facts that the build writes for the server are not served', async () => {
  expect((await get('/.site.json')).statusCode).toBe(404);
});

test('files with a hash in their name are cached for a year and sent compressed, pages are revalidated', async () => {
  const file = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(file.headers['cache-control']).toContain('immutable');
  expect(file.headers['content-encoding']).toBe('br');
  expect(file.body).toBe('compressed');
  expect((await get('/')).headers['cache-control']).toBe('no-cache');
});

test('files with a hash in their name are read once, and one of a later build is found', async () => {
  const path = join(webDist, 'assets/kept-5e6f.css');
  writeFileSync(path, 'later');
  expect(await get('/assets/kept-5e6f.css')).toMatchObject({ statusCode: 200, body: 'later' });
  const before = await get('/assets/app-1a2b.js');
  rmSync(join(webDist, 'assets/app-1a2b.js'));
  const after = await get('/assets/app-1a2b.js');
  writeFileSync(join(webDist, 'assets/app-1a2b.js'), 'plain');
  expect([before.body, after.body]).toEqual(['plain', 'plain']);
  expect(after.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': '5' });
  expect(after.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const head = await site.app.site.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '5']);
  for (const name of ['..%2Findex.html', '%00', 'x'.repeat(3_000)])
    expect((await get(`/assets/${name}`)).statusCode, name).toBe(404);
});

test('pages may run only the inline scripts of the build, and only our pages may frame them', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${'x'.repeat(43)}=';`);
  expect(policy).toContain("frame-ancestors 'self'");
});

test('only the worker of the WebAssembly decoder may compile WebAssembly, and it may load nothing', async () => {
  for (const encoding of ['identity', 'br']) {
    const worker = await get('/assets/fallback-worker-3c4d.js', { 'accept-encoding': encoding });
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  }
  for (const path of ['/', '/frame/4711', '/devices', '/rent/payment', '/assets/app-1a2b.js']) {
    expect(String((await get(path)).headers['content-security-policy']), path).not.toContain('wasm');
  }
});

test('only the page that takes cards may load from the payment provider', async () => {
  const policyOf = async (path: string) => String((await get(path)).headers['content-security-policy']);
  const sandbox = 'http://127.0.0.1:9';
  expect(await policyOf('/rent/payment')).toContain(`frame-src 'self' ${sandbox}`);
  expect(await policyOf('/rent/payment?phones=1')).toMatch(new RegExp(`connect-src [^;]+ ${sandbox}`));
  for (const path of ['/', '/rent', '/rent/checkout', '/rent/payment/more', '/assets/app-1a2b.js']) {
    expect(await policyOf(path), path).not.toContain(sandbox);
  }
});

test('with Stripe’s keys that page may load Stripe’s script and frames, and nothing else', () => {
  const policy = paymentPagePolicy('https://phones.example', [], { kind: 'stripe' });
  expect(policy['script-src']).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
  expect(policy['connect-src']).toContain('https://api.stripe.com');
  expect(policy['frame-src']).toContain('https://hooks.stripe.com');
  expect(policy['default-src']).toEqual(["'self'"]);
});

const production = {
  PUBLIC_URL: 'https://phones.example',
  OPERATOR_URL: 'https://team.example',
  OPERATOR_SECRETS_KEY: 'ab'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SELLER_NAME: 'Tests Ltd',
  SELLER_ADDRESS: '1 Test Road; Testville',
};

test('the seller on receipts is the configured one, or a marked sample', () => {
  const read = (env: object) => readConfig({ DATABASE_URL: 'postgres://localhost/x', ...env }).seller;
  expect(read(production)).toEqual({ name: 'Tests Ltd', address: ['1 Test Road', 'Testville'], taxId: '' });
  expect(read({})).toMatchObject({
    name: 'Sample seller',
    address: ['For demonstration only:', 'not a valid receipt'],
  });
});

test.each([
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ PORT: 'x' }, 'PORT'],
  [{ PUBLIC_URL: 'http://phones.example', DEMO: '0' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://phones.example', DEMO: '1' }, 'DEMO'],
  [{ PUBLIC_URL: 'https://phones.example', DEMO: '0', WEBHOOK_NETWORKS: '10.0.0.0/8' }, 'WEBHOOK_NETWORKS'],
  [{ WEBHOOK_NETWORKS: 'home' }, 'WEBHOOK_NETWORKS'],
  [
    { PUBLIC_URL: 'https://phones.example', DEMO: '0', OPERATOR_URL: 'https://team.example' },
    'OPERATOR_SECRETS_KEY',
  ],
  [{ ...production, SELLER_NAME: '' }, 'SELLER_NAME'],
  [{ ...production, SELLER_NAME: '', SELLER_ADDRESS: '' }, 'SELLER_NAME'],
  [{ ...production, SELLER_NAME: '東京' }, 'SELLER_NAME'],
  [{ ...production, SELLER_ADDRESS: '' }, 'SELLER_ADDRESS'],
  [{ OPERATOR_SECRETS_KEY: 'short' }, 'OPERATOR_SECRETS_KEY'],
])('the configuration %j is refused by name', (change, name) => {
  const env = { DATABASE_URL: 'postgres://localhost/x', ...change };
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});
