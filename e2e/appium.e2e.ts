// A session of Appium through `pocketfleet connect`: WebdriverIO, Appium and its UiAutomator2 driver, in a folder of their
// own with a lockfile of their own. Only `npm run proof -- appium` installs them.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { type CustomersComputer, startCustomersComputer } from './customers-computer.ts';
import { listPhonesOfDemo } from './sign-in.ts';

let computer: CustomersComputer | undefined;
let appium: ChildProcess | undefined;

beforeAll(async () => {
  computer = await startCustomersComputer(inject('site'));
});
afterAll(async () => {
  appium?.kill();
  await computer?.stop();
});
beforeEach((context) => {
  context.skip(computer === undefined, 'adb is not installed and could not be installed');
});

it('a session finds, types, taps and reads on a phone that is connected by the bridge', async () => {
  if (computer === undefined) return;
  const { run, adb, connect, adbPort } = computer;
  const place = join(computer.folder, 'appium');
  cpSync(join(import.meta.dirname, 'appium'), place, { recursive: true });
  const installed = await run('npm', ['ci', '--prefix', place]);
  expect(installed, installed.error).toMatchObject({ status: 0 });
  const [phone] = await listPhonesOfDemo(inject('site'));
  const serial = await connect(phone?.tag ?? '');
  const port = await findFreePort();
  const output = startAppium(computer, place, port);
  await expect.poll(output, { timeout: 120_000 }).toContain('listener started');
  const session = join(place, 'session.mjs');
  const ran = await run(process.execPath, [session, String(port), String(adbPort), serial]);
  expect(ran, `${ran.error}\n${output().slice(-5_000)}`).toMatchObject({ status: 0 });
  expect(JSON.parse(ran.out.trim().split('\n').at(-1) ?? '')).toEqual({
    typed: 'ada',
    masked: '•'.repeat('correct horse'.length),
    shown: 'correct horse',
    outcome: 'Signed in as ada',
    isMissing: true,
    picture: 'PNG',
    isPortrait: true,
    isInSource: true,
    app: 'com.android.signin',
  });
  // The session has ended its program on the phone, and its forward.
  await expect
    .poll(async () => (await adb('-s', serial, 'shell', 'ps', '-A')).out)
    .not.toContain('appium.uia');
  expect((await adb('forward', '--list')).out.trim()).toBe('');
}, 900_000);

/** Returns what Appium has printed so far. */
function startAppium(
  { env, adbProgram, folder }: CustomersComputer,
  place: string,
  port: number,
): () => string {
  const sdk = join(folder, 'android-sdk');
  mkdirSync(join(sdk, 'platform-tools'), { recursive: true });
  symlinkSync(adbProgram, join(sdk, 'platform-tools/adb'));
  const program = join(place, 'node_modules/appium/index.js');
  const child = spawn(process.execPath, [program, '--port', String(port), '--address', '127.0.0.1'], {
    cwd: place,
    env: { ...env, APPIUM_HOME: place, ANDROID_HOME: sdk },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  appium = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += String(data);
    });
  }
  return () => output;
}
