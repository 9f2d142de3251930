import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { ConfigError, readConfig } from '../config.ts';
import { inTransaction, sql } from './database.ts';
import { defineTopic, publish } from './events.ts';
import { subnetOf } from './limits.ts';
import { migrate, readMigrations } from './migrate.ts';

let site: TestApp;
let webDist: string;

beforeAll(async () => {
  webDist = mkdtempSync(join(tmpdir(), 'pocketfleet-site-'));
  mkdirSync(join(webDist, 'assets'));
  writeFileSync(join(webDist, 'index.html'), '<title>site</title>');
  writeFileSync(join(webDist, 'frame.html'), '<title>frame</title>');
  writeFileSync(join(webDist, 'assets/app-1a2b.js'), 'plain');
  writeFileSync(join(webDist, 'assets/app-1a2b.js.br'), 'packed');
  site = await startTestApp({ WEB_DIST: webDist });
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
  await expect(migrate(site.databaseUrl, migrations.slice(0, -1))).rejects.toThrow('newer than this program');
  const changed = migrations.map((file) => ({ ...file, checksum: 'other' }));
  await expect(migrate(site.databaseUrl, changed)).rejects.toThrow('was changed after it had run');
});

test('news is told when its transaction commits, and not when it rolls back', async () => {
  const topic = defineTopic('test_news', z.object({ n: z.number() }));
  const told: number[] = [];
  site.app.deps.events.on(topic, ({ n }) => told.push(n));
  const rollback = inTransaction(site.db, async (tx) => {
    await publish(tx, topic, { n: 1 });
    throw new Error('rolled back');
  });
  await expect(rollback).rejects.toThrow('rolled back');
  await inTransaction(site.db, (tx) => publish(tx, topic, { n: 2 }));
  await expect.poll(() => told).toEqual([2]);
});

test('after its connection was cut, news says that there was a gap and goes on', async () => {
  const topic = defineTopic('test_gap', z.object({ n: z.number() }));
  const told: number[] = [];
  let gaps = 0;
  site.app.deps.events.on(topic, ({ n }) => told.push(n));
  site.app.deps.events.onGap(() => {
    gaps += 1;
  });
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pocketfleet events' and datname = current_database()`.execute(site.db);
  await expect.poll(() => gaps, { timeout: 3_000 }).toBe(1);
  await publish(site.db, topic, { n: 3 });
  await expect.poll(() => told).toEqual([3]);
});

test('the health of a usable node is ready, with the number of phones online', async () => {
  const ready = await site.app.operator.inject({ method: 'GET', url: '/health/ready' });
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', devices_online: 0 }]);
  expect((await get('/health/ready')).body).toContain('<title>site</title>');
});

test('addresses of the site get its page, the frame its own, and calls that do not exist an error', async () => {
  expect((await get('/devices')).body).toContain('site');
  expect((await get('/frame/0b5c')).body).toContain('frame');
  for (const url of ['/api/nothing', '/api', '/ws/nothing', '/missing.js', '/assets/none.js']) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.json()['code']]).toEqual([url, 404, 'not_found']);
  }
  expect((await get('/..%2f..%2fetc/passwd')).statusCode).not.toBe(500);
  expect((await get('/%ff')).statusCode).toBeLessThan(500);
});

test('files with a hash in their name are kept for a year and sent packed, pages are asked for again', async () => {
  const file = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(file.headers['cache-control']).toContain('immutable');
  expect(file.headers['content-encoding']).toBe('br');
  expect(file.body).toBe('packed');
  expect((await get('/')).headers['cache-control']).toBe('no-cache');
});

test('pages may run no inline script and be framed by nobody else', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'self'");
});

test.each([
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ PORT: 'x' }, 'PORT'],
  [{ PUBLIC_URL: 'http://phones.example', DEMO: '0' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://phones.example', DEMO: '1' }, 'DEMO'],
])('the configuration %j is refused by name', (change, name) => {
  const env = { DATABASE_URL: 'postgres://localhost/x', ...change };
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
])('the address %s counts as %s', (address, subnet) => {
  expect(subnetOf(address)).toBe(subnet);
});
