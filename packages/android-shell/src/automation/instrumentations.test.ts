import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newShellState, runScript } from '../shell/interpreter.ts';
import { buildApk } from '../testing/apk-builder.ts';
import { runOn } from '../testing/run-on.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import type { Instrumentation, InstrumentationResult, InstrumentationStreams } from './instrumentations.ts';

const APPIUM = 'io.appium.uiautomator2.server.test';
const COMPONENT = `${APPIUM}/androidx.test.runner.AndroidJUnitRunner`;

let phone: TestSystem;
let started: { args: ReadonlyMap<string, string>; streams: InstrumentationStreams }[];
let kills: number;
const run = (script: string) => runOn(phone, script);

/** A program that reports, holds UiAutomation, and runs until it is killed or told to end. */
function program(component: string): Instrumentation & { end(result: InstrumentationResult): void } {
  let ended = Promise.withResolvers<InstrumentationResult>();
  return {
    component,
    start(args, streams) {
      ended = Promise.withResolvers();
      started.push({ args, streams });
      try {
        streams.connect();
        streams.status(1, { b: 2, a: 'ready' });
      } catch (error) {
        ended.resolve({ code: 1, values: { message: String(error) } });
      }
      return ended.promise;
    },
    stop() {
      kills++;
    },
    end: (result) => ended.resolve(result),
  };
}

/** Starts a command and leaves it running. */
function start(script: string) {
  const ending = new AbortController();
  let printed = '';
  const out = async (data: Uint8Array) => {
    printed += Buffer.from(data).toString();
    return true;
  };
  const io = { stdin: { read: async () => null }, out, err: out };
  const done = runScript(phone.world, newShellState(), script, io, ending.signal);
  return { done: done.then(() => printed), end: () => ending.abort() };
}

async function installApp(packageName: string, versionCode = 1): Promise<void> {
  await phone.world.files.writeFile('/data/local/tmp/a.apk', buildApk({ packageName, versionCode }));
  expect(await run('pm install -r --user 0 /data/local/tmp/a.apk')).toContain('Success');
}

beforeEach(async () => {
  phone = createTestSystem();
  started = [];
  kills = 0;
  await installApp(APPIUM);
});
afterEach(() => {
  vi.restoreAllMocks();
  phone[Symbol.dispose]();
});

test('a program gets its arguments, and its records and result are printed with sorted keys', async () => {
  const appium = program(COMPONENT);
  phone.world.instrumentations.register(appium);
  const shell = start(`am instrument -w -e disableAnalytics true -e port 6790 ${COMPONENT}`);
  await expect.poll(() => started.length).toBe(1);
  expect([...(started[0]?.args ?? [])]).toEqual([
    ['disableAnalytics', 'true'],
    ['port', '6790'],
  ]);
  expect(await run(`pidof ${APPIUM}`)).toMatch(/^\d+\n$/);
  expect(await run('dumpsys activity processes')).toContain(COMPONENT);
  appium.end({ code: -1, values: { ok: true } });
  expect(await shell.done).toBe(
    'INSTRUMENTATION_STATUS: a=ready\nINSTRUMENTATION_STATUS: b=2\nINSTRUMENTATION_STATUS_CODE: 1\n' +
      'INSTRUMENTATION_RESULT: ok=true\nINSTRUMENTATION_CODE: -1\n',
  );
  expect(await run(`pidof ${APPIUM}`)).toBe('');
});

test('UiAutomation has one holder: the second is refused, and uiautomator is killed', async () => {
  await installApp('com.second');
  phone.world.instrumentations.register(program(COMPONENT));
  phone.world.instrumentations.register(program('com.second/com.second.Run'));
  expect(await run('dumpsys accessibility')).not.toContain('Ui Automation[');
  const first = start(`am instrument -w ${COMPONENT}`);
  await expect.poll(() => started.length).toBe(1);
  expect(await run('dumpsys accessibility')).toContain('Ui Automation[eventTypes=');
  expect(await run('am instrument -w com.second/.Run')).toContain('already registered!');
  expect(await run('uiautomator dump /dev/tty; echo $?')).toBe('Killed\n137\n');
  first.end();
  await first.done;
  // The process outlives `am`, but no longer holds the screen.
  expect(await run(`pidof ${APPIUM}`)).toMatch(/^\d+\n$/);
  expect(await run('uiautomator dump /dev/tty')).toContain('<hierarchy');
});

test('a dump waits until the screen rests, and ends with its shell', async () => {
  const { screen } = phone.world.android();
  const [still] = screen.windows();
  if (still === undefined) throw new Error('nothing is shown');
  let looks = 0;
  const windows = vi.spyOn(screen, 'windows').mockImplementation(() => {
    const changes = looks++ < 4;
    return [{ ...still, root: { ...still.root, text: changes ? `look ${looks}` : 'at rest' } }];
  });
  expect(await run('uiautomator dump /dev/tty')).toContain('text="at rest"');
  windows.mockImplementation(() => [{ ...still, title: `${looks++}` }]);
  const restless = start('uiautomator dump /dev/tty');
  await expect.poll(() => phone.world.uiAutomation.holder).toBe('uiautomator');
  restless.end();
  await restless.done;
  expect(phone.world.uiAutomation.holder).toBeUndefined();
});

test.each([
  ['force-stop', () => run(`am force-stop ${APPIUM}`)],
  ['an update', () => installApp(APPIUM, 2)],
  ['an uninstall', () => run(`pm uninstall ${APPIUM}`)],
  ['a restart', async () => phone.shutDown()],
])('%s kills the program and frees UiAutomation', async (_name, kill) => {
  phone.world.instrumentations.register(program(COMPONENT));
  const shell = start(`am instrument -w ${COMPONENT}`);
  await expect.poll(() => started.length).toBe(1);
  await kill();
  expect(await shell.done).toContain('INSTRUMENTATION_RESULT: shortMsg=Process crashed.\n');
  expect(kills).toBe(1);
  expect(phone.world.uiAutomation.holder).toBeUndefined();
});

test('a program is found only for a user who has its package', async () => {
  phone.world.instrumentations.register(program(COMPONENT));
  await run('pm create-user Tenant; am switch-user 10');
  expect(await run(`am instrument -w ${COMPONENT}`)).toContain('Unable to find instrumentation info for:');
  expect(await run(`am instrument -w --user 99 ${COMPONENT}`)).toContain('Invalid user');
  const shell = start(`am instrument -w --user 0 ${COMPONENT}`);
  await expect.poll(() => started.length).toBe(1);
  shell.end();
});

test('without -w there is no UiAutomation', async () => {
  phone.world.instrumentations.register(program(COMPONENT));
  expect(await run(`am instrument ${COMPONENT}`)).toBe('');
  expect(started).toHaveLength(1);
  expect(phone.world.uiAutomation.holder).toBeUndefined();
});
