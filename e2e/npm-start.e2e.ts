// `npm start` itself under signals and kills, as from a person in a terminal or from the machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listTree, readCommandLine } from '../bench/process-tree.ts';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { removePlace } from '../tools/test-run/remove-place.ts';
import { lookAt, openBrowser } from './browser.ts';
import { type CustomersData, keepData, readData } from './customers-data.ts';
import { type DebianAdb, startDebianAdb } from './debian-adb.ts';
import { listPhonesOfDemo, signIn } from './sign-in.ts';
import { openViewerByHand } from './viewer-by-hand.ts';
import { readVirtualPhones } from './virtual-phones.ts';

const repoDir = resolve(import.meta.dirname, '..');
/** A phone must be back within 15 s, which `npm run proof -- plugs` measures; here twelve come back at once beside other tests. */
const patience = { timeout: 60_000, interval: 250 };
const kinds = {
  api: /apps\/api\/src\/main\.ts/,
  relay: /apps\/relay\/src\/main\.ts/,
  agent: /apps\/agent\/src\/main\.ts/,
  'virtual phones': /packages\/virtual-phone\/src\/main\.ts/,
  mailbox: /apps\/mailbox\/src\/main\.ts/,
  'payment sandbox': /packages\/payment-sandbox\/src\/main\.ts/,
  database: /\bpostgres -D /,
};

let place: string;
let env: NodeJS.ProcessEnv;
let adb: DebianAdb | undefined;
let npm: ChildProcess | undefined;
/** All processes of the last start, to check that they are gone. */
let pids: number[] = [];
let data: CustomersData;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'pocketfleet-npm-start-'));
  adb = await startDebianAdb();
  env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(await findFreePort()),
    AGENT_PORT: String(await findFreePort()),
    POCKETFLEET_DATA: join(place, 'data'),
    DATABASE_URL: '',
    NODE_ENV: '',
    CI: '1',
  };
});
afterEach(async ({ task }) => {
  // The next test uses the product that this one left running, unless it is broken.
  if (task.result?.state === 'fail') await stopAll();
});
afterAll(async () => {
  await stopAll();
  await adb?.stop();
  removePlace(place);
});

it('works again with all data after kill -9 of any program, of the database, and of everything at once', async () => {
  await startUnlessRunning();
  data = await keepData({ site: site(), operator: operator(), keepOnPhone });
  const before = await readEverything();
  for (const [name, pattern] of Object.entries(kinds)) {
    const pid = pidOf(pattern);
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(pidOf(pattern), name).not.toBe(pid), patience);
    await vi.waitFor(async () => expect(await readEverything(), name).toEqual(before), patience);
  }
  await watchAPhone();

  pids = listTree(Number(npm?.pid));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(alive()).toEqual([]), patience);
  await startAndWait();
  expect(await readEverything()).toEqual(before);
  await watchAPhone();
});

it('pictures and touches go on while the API is killed, and come back after its relay is', async () => {
  await startUnlessRunning();
  const api = pidOf(kinds.api);
  const viewer = await openViewerByHand(site());
  await viewer.seePicture();
  process.kill(api, 'SIGKILL');
  await viewer.seePicture();
  await vi.waitFor(() => expect(pidOf(kinds.api)).not.toBe(api), patience);
  await vi.waitFor(
    async () => expect((await fetch(`${operator()}/health/ready`)).status).toBe(200),
    patience,
  );
  await viewer.seePicture();
  expect(viewer.isOpen()).toBe(true);
  process.kill(pidOf(kinds.relay), 'SIGKILL');
  await viewer.closed;
  const after = await vi.waitFor(() => openViewerByHand(site()), patience);
  await after.seePicture();
  after.close();
});

it('Ctrl-C stops everything that npm start runs, PostgreSQL included, within 5 s', () =>
  // A terminal sends the signal to the whole group: to npm and its children.
  expectToStop(() => process.kill(-Number(npm?.pid), 'SIGINT')));

it('stops by itself when npm is killed, and leaves nothing that would prevent the next start', async () => {
  await startUnlessRunning();
  npm?.kill('SIGKILL');
  await vi.waitFor(() => expect(alive()).toEqual([]), { timeout: 60_000, interval: 50 });
  await startUnlessRunning();
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops everything that npm start runs, PostgreSQL included, within 5 s',
  (signal) => expectToStop(() => npm?.kill(signal)),
);

async function expectToStop(send: () => void): Promise<void> {
  await startUnlessRunning();
  for (const kind of Object.values(kinds)) expect(pidOf(kind)).toBeGreaterThan(0);
  const startedMs = performance.now();
  send();
  await vi.waitFor(() => expect(alive()).toEqual([]), { timeout: 60_000, interval: 20 });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
}

async function stopAll(): Promise<void> {
  if (isRunning()) npm?.kill('SIGTERM');
  try {
    await vi.waitFor(() => expect(alive()).toEqual([]), patience);
  } finally {
    // A test that failed must not leave a whole product running.
    for (const pid of pids.filter((each) => readCommandLine(each) !== '')) process.kill(pid, 'SIGKILL');
  }
}

function isRunning(): boolean {
  // The exit code arrives a moment after the end of the process.
  return npm !== undefined && readCommandLine(Number(npm.pid)) !== '';
}

async function startUnlessRunning(): Promise<void> {
  if (!isRunning()) await startAndWait();
}

async function startAndWait(): Promise<void> {
  const child = spawn('npm', ['start'], {
    cwd: repoDir,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  npm = child;
  let output = '';
  await new Promise<void>((done, fail) => {
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-100_000);
      if (/^ready /m.test(output)) done();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('close', (code) => fail(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  pids = listTree(Number(npm?.pid));
}

function pidOf(pattern: RegExp): number {
  const pid = listTree(Number(npm?.pid)).find((each) => pattern.test(readCommandLine(each)));
  if (pid === undefined) throw new Error(`${pattern} does not run`);
  return pid;
}

/** Command lines of the last start's processes that still run. */
function alive(): string[] {
  return pids.map(readCommandLine).filter((line) => line !== '');
}

function site(): string {
  return `http://localhost:${env['PORT']}`;
}

function operator(): string {
  return `http://127.0.0.1:${env['OPERATOR_PORT']}`;
}

/** Asserts that the customer's data is there, and that the product is ready with all phones. */
async function readEverything(): Promise<unknown> {
  const ready = await fetch(`${operator()}/health/ready`);
  const { status, devices_online } = (await ready.json()) as Record<string, unknown>;
  expect({ status, devices_online }).toEqual({ status: 'ready', devices_online: 12 });
  return await readData({ site: site(), operator: operator(), data, readFromPhone });
}

/** A file on the first phone, written by a program that isn't ours; without adb there is nothing to check. */
async function keepOnPhone(text: string): Promise<void> {
  await onFirstPhone(`mkdir -p /sdcard/Documents; echo ${text} > /sdcard/Documents/kept.txt`);
}

async function readFromPhone(): Promise<string> {
  return await onFirstPhone('cat /sdcard/Documents/kept.txt');
}

async function onFirstPhone(command: string): Promise<string> {
  const [phone] = readVirtualPhones(join(place, 'data'));
  if (adb === undefined || phone === undefined) return '';
  const address = `${phone.adb.host}:${phone.adb.port}`;
  // Google's adb does not reconnect by itself to a phone that went away and came back.
  await adb('disconnect', address).catch(() => '');
  // If nothing listens there yet, adb prints it on stdout and exits with 0.
  const answer = await adb('connect', address);
  if (!/^(?:already )?connected to/.test(answer)) throw new Error(answer);
  await adb('-s', address, 'wait-for-device');
  return await adb('-s', address, 'shell', command);
}

/** A phone's picture arrives in a real browser: agent, phone and relay have found each other. */
async function watchAPhone(): Promise<void> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await signIn(page, site());
    const [phone] = await listPhonesOfDemo(site());
    await page.goto(`${site()}/frame/${phone?.id}`);
    const canvas = page.locator('canvas').first();
    await vi.waitFor(async () => expect((await lookAt(canvas)).colours).toBeGreaterThan(8), patience);
  } finally {
    await browser.close();
  }
}
