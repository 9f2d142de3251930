// A newcomer's way with what the site serves alone: installed into an empty folder, on the oldest Node that is on the machine,
// to a tapped phone by command line and by the first program of the guide.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { findNode20 } from '../tools/pack/find-node-20.ts';
import { type CustomersComputer, type Ran, startCustomersComputer } from './customers-computer.ts';
import { listPhonesOfDemo, tokenOfDemo } from './sign-in.ts';

const site = inject('site');
const node = findNode20() ?? process.execPath;
let computer: CustomersComputer | undefined;
let folder: string;
/** One for each test: who has tapped keeps the phone for a while. */
let tags: string[];

beforeAll(async () => {
  if (findNode20() === undefined)
    console.log('Node 20 is not installed: the programs run on this Node instead');
  computer = await startCustomersComputer(site);
  if (computer === undefined) return;
  tags = (await listPhonesOfDemo(site)).map(({ tag }) => tag);
  folder = mkdtempSync(join(computer.folder, 'newcomer-'));
  const files = ['pocketfleet.tgz', 'pocketfleet-client.tgz', 'pocketfleet-component.tgz'];
  const paths = files.map((name) => join(folder, name));
  for (const [index, name] of files.entries()) {
    const response = await fetch(`${site}/programs/${name}`);
    expect(response.status).toBe(200);
    // Else a new version would reach nobody for a day.
    expect(response.headers.get('cache-control')).toBe('no-cache');
    writeFileSync(paths[index] ?? '', Buffer.from(await response.arrayBuffer()));
  }
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...paths];
  const installed = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
  expect(installed).toMatchObject({ status: 0, stdout: expect.stringContaining('added 3 packages') });
});
afterAll(() => computer?.stop());
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});

it('the command line connects the phone to adb, reads its screen and taps', async () => {
  const [tag = ''] = tags;
  const connected = await pocketfleet('connect', tag);
  expect(connected).toMatchObject({ status: 0, error: '' });
  const serial = connected.out.trim().split(' ').at(-1) ?? '';
  expect(await here().adb('-s', serial, 'shell', 'echo', 'hello')).toMatchObject({
    status: 0,
    out: 'hello\n',
  });
  const screen = await pocketfleet('screen', tag);
  expect(screen.status).toBe(0);
  const ref = /\bn\d+\b/.exec(screen.out)?.[0] ?? '';
  expect(ref).not.toBe('');
  expect(await pocketfleet('tap', tag, '100,100')).toMatchObject({ status: 0 });
  expect(await pocketfleet('disconnect', tag)).toMatchObject({ status: 0 });
});

it('the first program of the guide taps and types', async () => {
  const key = await makeKey();
  const [, tag = ''] = tags;
  const guide = readFileSync(resolve(import.meta.dirname, '../docs/use/client.md'), 'utf8');
  const program = /^## From a key to a tap\n+```js\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '';
  expect(program.trim().split('\n').length).toBeLessThan(12);
  const shown = `
    const { text } = await phone.screen();
    console.log(text.includes('Hello'));
    client.close();`;
  const own = program.replace('https://phones.example.com', site).replace('PF-001', tag);
  writeFileSync(join(folder, 'tap.mjs'), own + shown);
  const ran = await here().run('env', [`POCKETFLEET_KEY=${key}`, node, join(folder, 'tap.mjs')]);
  expect(ran).toMatchObject({ status: 0, out: 'true\n', error: '' });
});

async function makeKey(): Promise<string> {
  const response = await fetch(`${site}/api/keys`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOfDemo(site)}`,
    },
    body: JSON.stringify({
      name: `newcomer ${Math.random()}`,
      permissions: ['watch', 'control', 'screen', 'shell', 'adb'],
      phones: 'all',
    }),
  });
  return ((await response.json()) as { key: string }).key;
}

/** As installed, on the oldest Node. The account is that of the customer's computer. */
function pocketfleet(...args: string[]): Promise<Ran> {
  return here().run(node, [join(folder, 'node_modules/pocketfleet/bin/pocketfleet.mjs'), ...args]);
}

function here(): CustomersComputer {
  if (computer === undefined) throw new Error('adb is not installed');
  return computer;
}
