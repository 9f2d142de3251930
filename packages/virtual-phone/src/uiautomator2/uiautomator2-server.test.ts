// The wire of Appium's UiAutomator2 server on a whole phone with its drawn apps. `npm run proof -- appium` runs the genuine
// driver against it.
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { Adb } from '@yume-chan/adb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectTango } from '../testing/tango-host.ts';
import { startTestPhone, type TestPhone } from '../testing/test-phone.ts';

const TARGET = 'io.appium.uiautomator2.server';
const COMPONENT = `${TARGET}.test/androidx.test.runner.AndroidJUnitRunner`;

let test_: TestPhone;
let adb: Adb;
const run = (script: string) => runOn(test_.phone, script);

beforeEach(async () => {
  test_ = await startTestPhone();
  for (const packageName of [TARGET, `${TARGET}.test`]) {
    await test_.phone.world.files.writeFile(
      '/data/local/tmp/a.apk',
      buildApk({ packageName, versionCode: 1 }),
    );
    expect(await run('pm install /data/local/tmp/a.apk')).toContain('Success');
  }
  adb = await connectTango(test_.phone.port);
});
afterEach(async () => {
  await adb.close();
  await test_[Symbol.asyncDispose]();
});

/** Starts the server; resolves when it answers. */
async function start(): Promise<{ output(): string }> {
  const socket = await adb.createSocket(`shell:am instrument -w -e disableAnalytics true ${COMPONENT}`);
  let text = '';
  void (async () => {
    for await (const chunk of socket.readable) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await expect.poll(() => call('GET', '/status').catch(() => undefined)).toMatchObject({ status: 200 });
  return { output: () => text };
}

/** The parts of answers that tests read. */
type Answer = { status: number; value: unknown };

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const json = body === undefined ? '' : JSON.stringify(body);
  const socket = await adb.createSocket('tcp:6790');
  const writer = socket.writable.getWriter();
  await writer.write(
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nhost: phone\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    ),
  );
  let text = '';
  for await (const chunk of socket.readable) text += Buffer.from(chunk).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), value: JSON.parse(rest.join('')).value };
}

async function startSession(): Promise<string> {
  const { value } = await call('POST', '/session', { capabilities: { firstMatch: [{}], alwaysMatch: {} } });
  return `/session/${(value as { sessionId: string }).sessionId}`;
}

test('the package manager lists the program once both of its packages are installed', async () => {
  expect(await run('pm list instrumentation')).toBe(`instrumentation:${COMPONENT} (target=${TARGET})\n`);
  await run(`pm uninstall ${TARGET}`);
  expect(await run('pm list instrumentation')).toBe('');
  expect(await run(`am instrument -w ${COMPONENT}`)).toContain('INSTRUMENTATION_FAILED');
});

test('a session finds, taps and reads, and its end ends the program', async () => {
  const { output } = await start();
  expect(await run('ps -A')).toContain(`${TARGET}\n`);
  const session = await startSession();
  for (const [strategy, selector] of [
    ['class name', 'android.widget.TextView'],
    ['xpath', '//android.widget.TextView[@text="Hello" and starts-with(@bounds, "[10,")]'],
    ['-android uiautomator', 'new UiSelector().textContains("ell").clickable(true)'],
  ]) {
    const found = await call('POST', `${session}/element`, { strategy, selector });
    const id = (found.value as { ELEMENT: string }).ELEMENT;
    expect(await call('GET', `${session}/element/${id}/text`)).toEqual({ status: 200, value: 'Hello' });
    expect((await call('GET', `${session}/element/${id}/attribute/displayed`)).value).toBe('true');
    await call('POST', `${session}/element/${id}/click`, {});
  }
  expect(test_.android.calls).toEqual(Array(3).fill(['touch down 0 60 40 1', 'touch up 0 60 40 0']).flat());
  expect((await call('GET', `${session}/source`)).value).toContain(
    '<android.widget.TextView index="0" text="Hello"',
  );
  await call('DELETE', session);
  await expect.poll(output).toContain('INSTRUMENTATION_CODE: -1');
  expect(await run('ps -A')).not.toContain(TARGET);
});

test.each([
  ['a selector that finds nothing', '/element', { strategy: 'id', selector: 'none' }, 404, 'no such element'],
  [
    'a selector that can’t be read',
    '/element',
    { strategy: 'xpath', selector: '../*' },
    400,
    'invalid selector',
  ],
  ['a body of another form', '/element', { using: 'id' }, 400, 'invalid argument'],
  ['a command that isn’t simulated', '/appium/reset_ax_cache', {}, 404, 'unknown command'],
] as const)('%s is refused as the genuine server refuses', async (_name, path, body, status, error) => {
  await start();
  const session = await startSession();
  expect(await call('POST', session + path, body)).toMatchObject({ status, value: { error } });
  expect(await call('POST', `/session/another${path}`, body)).toMatchObject({
    status: 404,
    value: { error: 'invalid session id' },
  });
});

test('a force-stop of either package kills it, and its port is free', async () => {
  for (const name of [TARGET, `${TARGET}.test`]) {
    const { output } = await start();
    await run(`am force-stop ${name}`);
    await expect.poll(output).toContain('Process crashed');
    await expect(adb.createSocket('tcp:6790')).rejects.toThrow();
  }
});

test('it does not start while somebody else holds UiAutomation', async () => {
  const other = test_.phone.world.uiAutomation.connect('another');
  expect(await run(`am instrument -w ${COMPONENT}`)).toContain('already registered');
  other.disconnect();
});
