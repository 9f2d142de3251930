// The reader against a virtual phone with the genuine packages: what it tells in each bad case, and that it lets go.

import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { Faults, Phone } from '@pocketfleet/virtual-phone';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLab, type PhoneLab } from '../../test/phone-lab.ts';
import type { AdbLink } from '../adb/adb-link.ts';
import { connectAdb } from '../adb/tcp-connection.ts';
import { readReaderFiles, snapshotHelper } from './reader-files.ts';
import type { ReaderProgram, RunningReader } from './reader-program.ts';
import { createHelperProgram } from './resident-reader.ts';
import { ScreenReader } from './screen-reader.ts';
import { readSwitchStates } from './switch-states.ts';

const { packageName } = snapshotHelper;
const apk = readReaderFiles(process.env['SCREEN_READER'] ?? '').snapshotApk;

let lab: PhoneLab;
let phone: Phone;
let link: AdbLink;
let reader: ScreenReader;

beforeEach(async () => {
  lab = openLab();
  phone = await lab.addPhone();
  link = await connectAdb({ host: '127.0.0.1', port: phone.port }, lab.credentials, 10_000);
  reader = create();
});
afterEach(async () => {
  await reader.stop();
  link.close();
  await lab.stop();
});

function create(times = { lingerMs: 60_000, yieldMs: 60_000 }, requestTimeoutMs = 30_000): ScreenReader {
  const program = createHelperProgram(apk, { readyTimeoutMs: 30_000, requestTimeoutMs });
  return new ScreenReader({ adb: link.adb, program, log: pino({ level: 'silent' }), times });
}

const run = (script: string): Promise<string> => runOn(phone, script);
const holder = (): string | undefined => phone.world.uiAutomation.holder;
const read = async (): Promise<string> => Buffer.from((await reader.capture()).xml).toString();
const installed = (): string => phone.world.packages.stored(packageName)?.users.join(',') ?? '';

test('it reads the screen of the user in front, and stays until nobody has read for a while', async () => {
  await run('pm create-user tenant; am switch-user 10; am start -n com.android.notes/.NotesActivity');
  phone.world.android().screen.text('Grüße 👋🏽');
  expect(await read()).toContain('text="Grüße 👋🏽"');
  expect(await read()).toContain('window-type="2"');
  expect(holder()).toContain(packageName);
  // The tenant's user doesn't get the program.
  expect(installed()).toBe('0');
  await reader.stop();
  reader = create({ lingerMs: 1, yieldMs: 0 });
  await read();
  await expect.poll(holder).toBeUndefined();
  await expect.poll(() => run(`pidof ${packageName}`)).toBe('');
});

test('calls that wait share one reading', async () => {
  await read();
  const [first, second, third] = [reader.capture(), reader.capture(), reader.capture()];
  expect((await second).xml).toBe((await third).xml);
  await first;
});

test('a program of the customer that holds the screen is left alone, and told as busy', async () => {
  const theirs = phone.world.uiAutomation.connect('io.appium.uiautomator2.server');
  await expect(reader.capture()).rejects.toMatchObject({ problem: 'busy' });
  expect(holder()).toBe('io.appium.uiautomator2.server');
  expect(installed()).toBe('');
  theirs.disconnect();
  expect(await read()).toContain('<hierarchy');
});

test('a program that takes the screen in between is told as busy, and nothing of ours is left', async () => {
  await read();
  const { uiAutomation } = phone.world;
  // As when the phone frees the screen and somebody else is faster.
  uiAutomation.reset();
  await run(`am force-stop ${packageName}`);
  uiAutomation.connect('io.appium.uiautomator2.server');
  await expect(reader.capture()).rejects.toMatchObject({ problem: 'busy' });
  await expect(reader.capture()).rejects.toMatchObject({ problem: 'busy' });
  expect(await run(`pidof ${packageName}`)).toBe('');
});

test('it yields: when yieldTo has resolved the screen is free, and readings are busy for a while', async () => {
  await read();
  const reading = reader.capture().catch((error: unknown) => error);
  await reader.yieldTo('am instrument');
  expect(holder()).toBeUndefined();
  expect(await run(`pidof ${packageName}`)).toBe('');
  expect(await run('uiautomator dump /dev/tty')).toContain('<hierarchy');
  await reading;
  await expect(reader.capture()).rejects.toMatchObject({ problem: 'busy' });
});

test('a yield during the start of the reader ends that start', async () => {
  const reading = reader.capture().catch((error: unknown) => error);
  await reader.yieldTo('uiautomator');
  expect(await reading).toMatchObject({ problem: 'busy' });
  expect(holder()).toBeUndefined();
});

test('it yields at once while a dump runs: the dump is ended on the phone, and its screen is free', async () => {
  await run('am start -n com.android.notes/.NotesActivity');
  // A screen that never rests, which a dump waits for.
  const typing = setInterval(() => phone.world.android().screen.text('x'), 100);
  const dumping = reader.withFreeScreen(readSwitchStates).catch((error: unknown) => error);
  await expect.poll(holder).toBe('uiautomator');
  await reader.yieldTo('am instrument');
  expect(holder()).toBeUndefined();
  expect(await dumping).toMatchObject({ problem: 'busy' });
  clearInterval(typing);
});

describe('with a program that takes its time', () => {
  const running: RunningReader = { capture: async () => expect.fail('read'), close: async () => undefined };
  const readerOf = (program: Partial<ReaderProgram>, times = {}) => {
    const whole = {
      prepare: async () => undefined,
      start: async () => running,
      isTaken: async () => false,
      isOwnSocket: () => false,
      ...program,
    };
    return new ScreenReader({ adb: link.adb, program: whole, log: pino({ level: 'silent' }), times });
  };

  test('nobody waits for an installation, and no reader starts after it', async () => {
    const installing = Promise.withResolvers<void>();
    const start = vi.fn(async () => running);
    const prepare = vi.fn(() => installing.promise);
    const slow = readerOf({ prepare, start }, { yieldMs: 0 });
    const reading = slow.capture().catch((error: unknown) => error);
    await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
    await slow.yieldTo('am instrument');
    installing.resolve();
    expect(await reading).toMatchObject({ problem: 'busy' });
    expect(start).not.toHaveBeenCalled();
  });

  test('a reader that does not end holds the customer up for a limited time', async () => {
    const stuck: RunningReader = {
      capture: async () => ({ xml: Buffer.from(''), isTruncated: false, helperMs: 0, tookMs: 0 }),
      close: () => new Promise(() => undefined),
    };
    const slow = readerOf({ start: async () => stuck }, { yieldTimeoutMs: 1 });
    await slow.capture();
    await slow.yieldTo('am instrument');
    await expect(slow.capture()).rejects.toMatchObject({ problem: 'busy' });
  });
});

test('a false program under our name, with a higher version, is replaced by the pinned one', async () => {
  await phone.world.files.writeFile(
    '/data/local/tmp/false.apk',
    buildApk({ packageName, versionCode: 99_999 }),
  );
  expect(await run('pm install /data/local/tmp/false.apk')).toContain('Success');
  expect(await read()).toContain('<hierarchy');
  expect(await run(`pm list packages --show-versioncode ${packageName}`)).toContain('versionCode:21005');
  expect(await run('ls /data/local/tmp')).not.toContain('pocketfleet-');
});

test('a phone that forbids installs is told as that, with Android’s reason', async () => {
  const old = await lab.addPhone({ apiLevel: 22 }, 1);
  const other = await connectAdb({ host: '127.0.0.1', port: old.port }, lab.credentials, 10_000);
  const program = createHelperProgram(apk);
  const refused = new ScreenReader({ adb: other.adb, program, log: pino({ level: 'silent' }) });
  await expect(refused.capture()).rejects.toMatchObject({
    problem: 'refused',
    message: expect.stringContaining('INSTALL_FAILED_OLDER_SDK'),
  });
  other.close();
  await phone.setFaults({ fullStorage: true });
  await expect(reader.capture()).rejects.toMatchObject({
    problem: 'failed',
    message: expect.stringContaining('No space left'),
  });
  await phone.setFaults({ fullStorage: false });
});

test('while the display is off there is no tree', async () => {
  phone.world.android().screen.setPower(false);
  await expect(reader.capture()).rejects.toMatchObject({
    problem: 'off',
    message: 'the display is off, and the phone is locked',
  });
  phone.world.android().screen.setPower(true);
  expect(await read()).toContain('com.android.systemui');
});

test('leftovers of a killed agent hold nothing against the next one', async () => {
  await read();
  // The next agent has a connection and a reader of its own.
  const old = reader;
  reader = create();
  expect(await read()).toContain('<hierarchy');
  await old.stop();
});

test('leftovers of a killed agent are ended when the next one connects', async () => {
  await read();
  expect(await run(`pidof ${packageName}`)).not.toBe('');
  const lane = lab.addRunner(phone.port);
  await expect.poll(() => lane.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  expect(await run(`pidof ${packageName}`)).toBe('');
});

test('work that holds the phone finds the screen free', async () => {
  const lane = lab.addRunner(phone.port);
  await expect.poll(() => lane.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  await lane.runner.screen?.capture();
  expect(holder()).toContain(packageName);
  await lane.runner.hold(async () => {
    expect(holder()).toBeUndefined();
    expect(lane.runner.screen).toBeUndefined();
  });
});

test('only the port of a reader that runs is our own', async () => {
  const service = vi.spyOn(link.adb, 'createSocket');
  await read();
  const port =
    service.mock.calls.map(([name]) => String(name)).findLast((name) => name.startsWith('tcp:')) ?? '';
  expect(reader.isOwnSocket(port)).toBe(true);
  expect(reader.isOwnSocket('tcp:6790')).toBe(false);
  await reader.release();
  expect(reader.isOwnSocket(port)).toBe(false);
});

test('a host without the files says so', async () => {
  const without = new ScreenReader({ adb: link.adb, program: undefined, log: pino({ level: 'silent' }) });
  await expect(without.capture()).rejects.toMatchObject({ problem: 'unavailable' });
});

describe('a reader that fails', () => {
  test.each<[Faults['screenReader'], RegExp]>([
    ['never_connected', /did not connect the reader in time/],
    ['incomplete', /no complete tree: it may be changing/],
    ['cut_off', /within its answer/],
    ['wrong_request', /another request/],
    ['endless', /too large/],
    ['silent', /does not answer/],
    ['slow', /does not answer/],
  ])('%s is told, and the next reading works', async (screenReader, detail) => {
    reader = create(undefined, screenReader === 'silent' || screenReader === 'slow' ? 300 : 30_000);
    await phone.setFaults({ screenReader });
    await expect(reader.capture()).rejects.toThrow(detail);
    await phone.setFaults({ screenReader: null });
    reader = create();
    expect(await read()).toContain('<hierarchy');
  });
});
