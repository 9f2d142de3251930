// The genuine command line of agent-device against a simulated phone: it installs its own helpers, reads the screen by them, fills a
// field, scrolls and lets go; at full size it also switches Wi-Fi and follows the log. adb is the machine's.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdbHost, findsAdb, openAdbHost } from '../test/adb-host.ts';
import { ensureAgentDevice } from '../test/agent-device.ts';
import { modelAt } from './models.ts';
import { type Phone, startPhone } from './phone.ts';
import { startAndroid } from './start-android.ts';

const cacheDir = process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet');
const isProof = process.env['PROOF_SIZE'] !== undefined;
const limitMs = 90_000;
let missing = 'there is no adb on this machine';
let program: string | undefined;
let place: string;
let phone: Phone;
const errors: unknown[] = [];
let host: AdbHost;

beforeAll(async () => {
  if (!findsAdb()) return;
  const found = await ensureAgentDevice(cacheDir);
  if ('reason' in found) {
    missing = found.reason;
    return;
  }
  program = found.program;
  place = mkdtempSync(join(tmpdir(), 'pocketfleet-agent-device-'));
  const onError = (_context: string, error: unknown): void => void errors.push(error);
  phone = await startPhone(
    { startAndroid, now: Date.now, onError },
    { model: modelAt(0), stateDir: join(place, 'phone'), port: 0 },
  );
  host = await openAdbHost(phone.port);
  expect(await host.connect()).toContain('connected');
});
afterAll(async () => {
  if (program === undefined) return;
  // Its daemon outlives its commands.
  await runProgram('daemon', 'stop');
  await host.stop();
  await phone.stop();
  rmSync(place, { recursive: true, force: true });
});

test('it opens an app, reads its screen, fills a field, scrolls and closes', {
  timeout: 6 * limitMs,
}, async ({ skip }) => {
  if (program === undefined) skip(missing);
  expect(await agentDevice('open', 'com.android.notes', '--foreground')).toMatchObject({ code: 0 });
  const snapshot = await agentDevice('snapshot', '-i');
  expect(snapshot).toMatchObject({ code: 0 });
  const notes = snapshot.out;
  const [, field = ''] = /(@e\d+\S*) \[text-field\]/.exec(notes) ?? [];
  expect([notes, field]).toEqual([notes, expect.stringMatching(/^@e\d/)]);
  expect(await agentDevice('fill', field, 'Doors open at eight')).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await host.run('shell', 'cat /sdcard/Documents/note.txt')).out)
    .toBe('Doors open at eight');

  expect(await agentDevice('open', 'com.android.feed', '--foreground')).toMatchObject({ code: 0 });
  const before = await posts();
  expect(await agentDevice('scroll', 'down')).toMatchObject({ code: 0 });
  expect(await posts()).not.toEqual(before);
  if (isProof) await switchesAndLogs();
  expect(await agentDevice('close')).toMatchObject({ code: 0 });
  expect(await runProgram('daemon', 'stop')).toMatchObject({ code: 0 });
  const holders = await host.run(
    'shell',
    'dumpsys accessibility; pidof com.callstack.agentdevice.snapshothelper',
  );
  expect(holders.out).not.toContain('Ui Automation[');
  expect(errors).toEqual([]);
});

async function switchesAndLogs(): Promise<void> {
  for (const [turn, isOn] of [
    ['off', '0'],
    ['on', '1'],
  ] as const) {
    expect(await agentDevice('settings', 'wifi', turn)).toMatchObject({ code: 0 });
    expect((await host.run('shell', 'settings get global wifi_on')).out).toBe(`${isOn}\n`);
  }
  for (const verb of ['start', 'stop']) expect(await agentDevice('logs', verb)).toMatchObject({ code: 0 });
}

/** The lines of the app alone: the clock changes by itself. */
async function posts(): Promise<string[]> {
  const { code, out } = await agentDevice('snapshot');
  expect(code).toBe(0);
  const lines = out.split('\n').filter((line) => line.includes('Photo by') || line.includes('likes'));
  expect(lines).not.toEqual([]);
  return lines;
}

function agentDevice(...args: string[]): Promise<Ran> {
  const at = ['--platform', 'android', '--serial', `127.0.0.1:${phone.port}`];
  return runProgram(...args, ...at);
}

type Ran = { code: number; out: string; err: string };

function runProgram(...args: string[]): Promise<Ran> {
  const env = {
    ...process.env,
    HOME: place,
    AGENT_DEVICE_STATE_DIR: join(place, 'state'),
    ANDROID_ADB_SERVER_PORT: String(host.serverPort),
  };
  return new Promise((resolve) => {
    const options = { env, cwd: place, timeout: limitMs, encoding: 'utf8' } as const;
    execFile(process.execPath, [program ?? '', ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, out, err });
    });
  });
}
