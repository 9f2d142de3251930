// agent-device's helpers as a host meets them: over adb, with the answers that the genuine programs give.
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import type { Adb } from '@yume-chan/adb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectTango } from '../testing/tango-host.ts';
import { startTestPhone, type TestPhone } from '../testing/test-phone.ts';

const SNAPSHOT = 'com.callstack.agentdevice.snapshothelper';
const IME = 'com.callstack.agentdevice.imehelper';
const IME_ID = `${IME}/.TestInputMethodService`;
const PORT = 41_337;

let test_: TestPhone;
let adb: Adb;
const run = (script: string) => runOn(test_.phone, script);

beforeEach(async () => {
  test_ = await startTestPhone();
  for (const packageName of [SNAPSHOT, IME]) {
    await test_.phone.world.files.writeFile(
      '/data/local/tmp/a.apk',
      buildApk({ packageName, versionCode: 21_005 }),
    );
    expect(await run('pm install /data/local/tmp/a.apk')).toContain('Success');
  }
  adb = await connectTango(test_.phone.port);
});
afterEach(async () => {
  await adb.close();
  await test_[Symbol.asyncDispose]();
});

/** Starts the resident mode; resolves when it says that it is ready. */
async function startResident(args = ''): Promise<{ output: () => string; close(): void }> {
  const socket = await adb.createSocket(
    `shell:am instrument -w -e waitForIdleTimeoutMs 0 -e timeoutMs 20 ${args} -e sessionPort ${PORT} ${SNAPSHOT}/.SnapshotInstrumentation`,
  );
  let text = '';
  const reading = (async () => {
    for await (const chunk of socket.readable) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  void reading;
  await expect.poll(() => text, { timeout: 60_000 }).toContain('sessionReady=true');
  return { output: () => text, close: () => void socket.close() };
}

async function ask(line: string): Promise<{ head: Map<string, string>; body: string }> {
  const socket = await adb.createSocket(`tcp:${PORT}`);
  const writer = socket.writable.getWriter();
  await writer.write(Buffer.from(line));
  const chunks: Uint8Array[] = [];
  for await (const chunk of socket.readable) chunks.push(chunk);
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\n\n');
  return {
    head: new Map(head.split('\n').map((one) => [one.split('=')[0] ?? '', one.slice(one.indexOf('=') + 1)])),
    body: rest.join('\n\n'),
  };
}

test('one capture comes as records whose chunks are the XML', async () => {
  const printed = await run(`am instrument -w ${SNAPSHOT}/.SnapshotInstrumentation`);
  const chunks = [...printed.matchAll(/payloadBase64=(.*)/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64'),
  );
  const xml = Buffer.concat(chunks).toString();
  expect(xml).toMatch(/^<\?xml .*<hierarchy rotation="0"><node index="0" window-index="0" window-type="1"/);
  expect(xml).toContain('text="Hello" hint-showing="false" editable="false"');
  expect(printed).toContain('INSTRUMENTATION_RESULT: nodeCount=1\n');
  expect(printed).toMatch(/INSTRUMENTATION_CODE: 0\n$/);
});

test('the resident mode answers each request and ends when it is told to', async () => {
  const shell = await startResident();
  const { head, body } = await ask('snapshot r1\n');
  expect(Object.fromEntries(head)).toMatchObject({
    ok: 'true',
    requestId: 'r1',
    nodeCount: '1',
    truncated: 'false',
  });
  expect(Buffer.byteLength(body)).toBe(Number(head.get('byteLength')));
  expect((await ask('viewport r2\n')).head.get('width')).toBe('1080');
  expect((await ask('dance r3\n')).head.get('message')).toBe('unknown session command');
  expect((await ask('quit r4\n')).head.get('ok')).toBe('true');
  await expect.poll(shell.output).toContain('INSTRUMENTATION_RESULT: sessionEnded=true');
  expect(await run(`pidof ${SNAPSHOT}`)).toBe('');
});

test('while another program holds the screen a capture is refused, and the run never recovers', async () => {
  const other = test_.phone.world.uiAutomation.connect('appium');
  await startResident();
  expect((await ask('snapshot r1\n')).head.get('message')).toContain('already registered!');
  other.disconnect();
  expect((await ask('snapshot r2\n')).head.get('errorType')).toBe('java.util.concurrent.TimeoutException');
  await run(`am force-stop ${SNAPSHOT}`);
  expect(await run(`pidof ${SNAPSHOT}`)).toBe('');
});

test('when the cable is pulled the screen is free, and the process and its port stay', async () => {
  const shell = await startResident();
  await ask('snapshot r1\n');
  expect(await run('dumpsys accessibility')).toContain('Ui Automation[eventTypes=');
  shell.close();
  await expect.poll(() => run('dumpsys accessibility')).not.toContain('Ui Automation[');
  expect(await run(`pidof ${SNAPSHOT}`)).toMatch(/^\d+\n$/);
  await run(`am force-stop ${SNAPSHOT}`);
  await expect(ask('snapshot r2\n')).rejects.toThrow();
});

test('with the display off a capture is incomplete', async () => {
  await startResident();
  test_.android.half.screen.setPower(false);
  expect((await ask('snapshot r1\n')).head.get('errorType')).toContain('IncompleteCaptureException');
});

test.each([
  ['wrong_request', { requestId: 'another' }],
  ['never_connected', { errorType: 'java.util.concurrent.TimeoutException' }],
  ['incomplete', { ok: 'false' }],
] as const)('the fault %s shows in the answer', async (screenReader, expected) => {
  await test_.phone.setFaults({ screenReader });
  await startResident();
  expect(Object.fromEntries((await ask('snapshot r1\n')).head)).toMatchObject(expected);
});

test('an answer that is cut off is shorter than it says', async () => {
  await test_.phone.setFaults({ screenReader: 'cut_off' });
  await startResident();
  const { head, body } = await ask('snapshot r1\n');
  expect(Buffer.byteLength(body)).toBeLessThan(Number(head.get('byteLength')));
});

test('a touch plan moves a finger, and one with falling times is refused', async () => {
  await startResident();
  const plan = (offsets: readonly number[]) =>
    Buffer.from(
      JSON.stringify({
        protocol: 'android-touch-plan-v1',
        kind: 'swipe',
        durationMs: 20,
        pointers: [{ pointerId: 0, samples: offsets.map((offsetMs) => ({ offsetMs, x: 5, y: offsetMs })) }],
      }),
    ).toString('base64');
  expect((await ask(`gesture r1 ${plan([0, 10, 20])}\n`)).head.get('injectedEvents')).toBe('4');
  expect(test_.android.calls).toEqual([
    'touch down 0 5 0 1',
    'touch move 0 5 10 1',
    'touch move 0 5 20 1',
    'touch up 0 5 20 0',
  ]);
  expect((await ask(`gesture r2 ${plan([0, 15, 10])}\n`)).head.get('errorType')).toContain('IllegalArgument');
});

test('the keyboard types what broadcasts say, for the user who has chosen it', async () => {
  const say = (text: string, more = '') =>
    run(
      `am broadcast -p ${IME} -a ${IME}.ACTION_INPUT_TEXT_B64 --es text ${Buffer.from(text).toString('base64')} ${more}`,
    );
  expect(await run(`ime list -a -s`)).toContain(IME_ID);
  await say('before it is chosen');
  expect(await run(`ime enable --user 0 ${IME_ID}; ime set --user 0 ${IME_ID}`)).toContain(
    'selected for user #0',
  );
  expect(await say('Grüße 👋🏽 \n')).toContain('Broadcast completed: result=0\n');
  await say('another protocol', '--es protocol v0');
  await run(`am broadcast -p ${IME} -a ${IME}.ACTION_CLEAR_TEXT`);
  await test_.phone.setFaults({ screenReader: 'typing_lost' });
  await say('lost');
  expect(test_.android.calls).toEqual(['commit Grüße 👋🏽 \n', 'clear']);
  expect(await run('logcat -d -s AgentDeviceTestIME')).toContain('commitText length=12');
  expect(await run('ime reset --user 0; settings get secure default_input_method')).toContain(
    'latin/.LatinIME',
  );
});
