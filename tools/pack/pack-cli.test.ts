// The packed command line as a customer gets it: alone in a folder, on the oldest Node that is on the machine.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestUser, startTestApp, type TestApp, testPassword } from '../../apps/api/test/test-app.ts';
import { findNode20 } from './find-node-20.ts';
import { packCli } from './pack-cli.ts';

type Ran = { status: number | null; out: string; error: string };

const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-packed-'));
const packed = join(folder, 'package');
const node = findNode20() ?? process.execPath;
let site: TestApp;
let url: string;

beforeAll(async () => {
  const file = await packCli(resolve(import.meta.dirname, '../..'), folder);
  expect(spawnSync('tar', ['xzf', file, '-C', folder]).status).toBe(0);
  site = await startTestApp();
  url = `http://${await site.listen()}`;
  await createTestUser(site.db, 'ada');
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('is one file without dependencies and install scripts', () => {
  const manifest = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: 'pocketfleet', bin: { pocketfleet: 'bin/pocketfleet.mjs' } });
  for (const name of ['dependencies', 'scripts']) expect(manifest).not.toHaveProperty(name);
  expect(readdirSync(packed, { recursive: true }).sort()).toEqual([
    'README.md',
    'bin',
    'bin/pocketfleet.mjs',
    'package.json',
  ]);
  expect(readFileSync(join(packed, 'bin/pocketfleet.mjs'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('says its version and how it is used', async () => {
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string };
  expect(await pocketfleet(['--version'])).toEqual({ status: 0, out: `${version}\n`, error: '' });
  expect(await pocketfleet(['--help'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('pocketfleet connect PF-001'),
  });
});

it('signs in and lists phones, and says so when nobody is signed in', async () => {
  expect(await pocketfleet(['phones', '--json'])).toMatchObject({ status: 3, out: '' });
  expect(await pocketfleet(['login', '--username', 'ada'], `${testPassword}\n`)).toMatchObject({
    status: 0,
    error: '',
  });
  expect(await pocketfleet(['phones', '--json'])).toEqual({ status: 0, out: '{"rows":[]}\n', error: '' });
  expect(await pocketfleet(['connect', 'PF-001'])).toMatchObject({ status: 5 });
  expect(await pocketfleet(['status', '--json'])).toMatchObject({
    status: 0,
    out: '{"rows":[],"ended":[]}\n',
  });
});

function pocketfleet(args: readonly string[], input = ''): Promise<Ran> {
  const child = spawn(node, [join(packed, 'bin/pocketfleet.mjs'), ...args], {
    cwd: packed,
    env: { PATH: process.env['PATH'], HOME: folder, POCKETFLEET_URL: url },
  });
  child.stdin.end(input);
  const ran: Ran = { status: null, out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    ran.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    ran.error += String(chunk);
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ ...ran, status }));
  });
}
