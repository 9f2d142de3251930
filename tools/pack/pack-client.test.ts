// The packed client library as a customer gets it: alone in a folder, on Node 20, with the examples of its guide against a
// real agent and a virtual phone.
import { spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../apps/api/src/platform/database.ts';
import { useRentedPhone } from '../../apps/api/test/rented-phone.ts';
import { makeTestKey } from '../../apps/api/test/test-keys.ts';
import { findNode20 } from './find-node-20.ts';
import { packClient } from './pack-client.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pocketfleet-client-'));
const installed = join(folder, 'node_modules/@pocketfleet/client');
const guide = readFileSync(join(repoDir, 'docs/use/client.md'), 'utf8');
/** Each with the heading that it stands under. */
const examples = [...guide.matchAll(/^## (.+)$(?:(?!^## )[\s\S])*?^```js\n([\s\S]*?)^```$/gm)].map(
  ([, heading = '', code = '']): [string, string] => [heading, code],
);
const scene = useRentedPhone();
let madeKey: string | undefined;

beforeAll(async () => {
  const file = await packClient(repoDir, folder);
  mkdirSync(installed, { recursive: true });
  expect(spawnSync('tar', ['xzf', file, '-C', installed, '--strip-components=1']).status).toBe(0);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has no dependencies and no scripts, and is the same for browsers without Node’s parts', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  for (const name of ['dependencies', 'scripts']) expect(manifest).not.toHaveProperty(name);
  expect(readdirSync(installed).sort()).toEqual(['README.md', 'browser', 'node', 'package.json', 'types']);
  for (const name of readdirSync(join(installed, 'browser'))) {
    expect(readFileSync(join(installed, 'browser', name), 'utf8')).not.toMatch(/from ?["']node:/);
  }
});

it('has types that the examples pass', () => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(repoDir, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const files = examples.map(([heading, code]) => {
    const file = `${heading.replaceAll(/\W+/g, '-')}.ts`;
    writeFileSync(join(folder, file), code);
    return file;
  });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(repoDir, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--checkers', '1'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

it('has an example under each of these headings', () => {
  expect(examples.map(([heading]) => heading)).toEqual([
    'From a key to a tap',
    'The screen',
    'Shell',
    'Files and apps',
    'Your own adb',
    'Lists',
    'Events',
    'Every other call',
    'Errors, retries, limits of time',
  ]);
});

/** The output of each program that prints something. */
const said: Record<string, RegExp> = {
  'The screen': /the screen is quiet: true/,
  Shell: /stderr: '[^']*nowhere[^']*',\s+exitCode: [12]/,
  'Files and apps': /sending[\s\S]*photo\.jpg 18/,
  'Your own adb': /adb connect 127\.0\.0\.1:\d+/,
  Lists: /PF-\d+ online/,
  Events: /listening\s+order\.paid 20/,
  'Every other call': /true|false/,
  'Errors, retries, limits of time': /You have no phone "PF-999"/,
};

it.each(examples)(
  'the example “%s” runs',
  async (heading, code) => {
    const { site, address } = scene.fleet;
    const key = await takeKey();
    const found = await sql<{ tag: string }>`select tag from devices where id = ${scene.phone}`.execute(
      site.db,
    );
    const program = code
      .replaceAll('https://phones.example.com', `http://${address}`)
      .replaceAll('PF-001', found.rows[0]?.tag ?? '');
    const announcing = setInterval(() => {
      if (heading !== 'Events') return;
      void sql`select announce(${scene.userId}, null, 'order.paid', '{}'::jsonb)`.execute(site.db);
    }, 200);
    const ran = await run(program, key).finally(() => clearInterval(announcing));
    expect(ran).toMatchObject({ status: 0, error: '' });
    expect(ran.out).toMatch(said[heading] ?? /^/);
  },
  120_000,
);

it('a command whose program is aborted stops on the phone too', async () => {
  const key = await takeKey();
  const { address } = scene.fleet;
  const program = `
    import { Pocketfleet } from '@pocketfleet/client';
    const phone = new Pocketfleet({ url: 'http://${address}', key: process.env.POCKETFLEET_KEY }).phone('${scene.phone}');
    const late = await phone.shell('sleep 100', { timeoutMs: 500 }).catch((error) => error);
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('enough')), 300);
    const aborted = await phone.shell('sleep 100', { signal: abort.signal }).catch((error) => error);
    console.log(late.code, aborted.message, (await phone.shell('echo still here')).stdout);`;
  expect(await run(program, key)).toMatchObject({ status: 0, out: 'timeout enough still here\n\n' });
});

/** One for all examples: the phone is acted on by one program at a time. */
async function takeKey(): Promise<string> {
  const permissions = ['watch', 'control', 'screen', 'files', 'shell', 'adb', 'rent', 'webhooks', 'record'];
  madeKey ??= (await makeTestKey(scene.fleet.site, scene.token, { permissions })).key;
  return madeKey;
}

type Ran = { status: number | null; out: string; error: string };

function run(program: string, key: string): Promise<Ran> {
  writeFileSync(join(folder, 'example.mjs'), program);
  const node = findNode20() ?? process.execPath;
  const child = spawn(node, ['--no-warnings', 'example.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], POCKETFLEET_KEY: key },
  });
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
