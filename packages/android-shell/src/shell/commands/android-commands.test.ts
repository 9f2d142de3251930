// The phone's own state through Android's commands, with the options that people use every day.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';

let phone: TestSystem;
const run = (script: string) => runOn(phone, script);

beforeAll(async () => {
  phone = createTestSystem();
});
afterAll(async () => {
  phone[Symbol.dispose]();
});
beforeEach(() => {
  phone.android.calls.length = 0;
});

test("the battery shows shell's values until a reset or a restart", async () => {
  const { state } = phone.world.battery;
  expect(await run('dumpsys battery set level 42; dumpsys battery get level')).toBe('42\n');
  expect(state).toMatchObject({ level: 42, charging: true });
  expect(await run('dumpsys battery')).toMatch(
    /^Current Battery Service state:\n {2}\(UPDATES STOPPED -- use 'reset' to restart\)\n {2}AC powered: false\n/,
  );
  await run('dumpsys battery unplug');
  expect(state.charging).toBe(false);
  // Measured values are ignored until the reset.
  phone.world.battery.measure({ level: 4, charging: false });
  expect(state.level).toBe(42);
  await run('cmd battery reset');
  expect(state).toMatchObject({ level: 4, charging: false });
  phone.world.battery.measure({ level: 87, charging: true });
  await run('dumpsys battery set ac 1; dumpsys battery set usb 0; dumpsys battery set temp 500');
  expect(await run('dumpsys battery | grep -E "AC|USB|temperature"')).toBe(
    '  AC powered: true\n  USB powered: false\n  temperature: 500\n',
  );
  phone.shutDown();
  expect(await run('dumpsys battery')).not.toContain('UPDATES STOPPED');
  expect(await run('dumpsys battery set nonsense 1')).toContain('Unknown set option: nonsense');
});

test('dumpsys describes the windows, the open apps and the processes', async () => {
  await run('am start -n com.android.paint/.PaintActivity');
  const front = 'u0 com.android.paint/com.android.paint.PaintActivity';
  expect(await run('dumpsys window windows')).toContain(`  mCurrentFocus=Window{4f1b2c3 ${front}}\n`);
  expect(await run('dumpsys window displays')).toContain('init=1080x2400 420dpi cur=1080x2400');
  expect((await run('dumpsys window')).match(/mCurrentFocus/g)).toHaveLength(1);
  expect(await run('dumpsys activity activities')).toContain(
    `topResumedActivity=ActivityRecord{9a8b7c6 ${front}`,
  );
  expect(await run('dumpsys activity processes')).toContain(':com.android.systemui/');
  expect(await run('dumpsys activity nonsense')).toContain('Bad activity command');
  expect(await run('dumpsys input_method')).toContain('  mInputShown=false\n');
  expect(await run('dumpsys wifi')).toContain('Wi-Fi is enabled');
  expect(await run('dumpsys nonsense')).toBe("Can't find service: nonsense\n");
});

test('content reads, inserts and deletes rows', async () => {
  const sms = '--user 0 --uri content://sms';
  await run(`content insert ${sms} --bind address:s:123 --bind "body:s:hello, you"; content insert ${sms}`);
  expect(await run(`content query ${sms} --projection _id:body --where "_id=1"`)).toBe(
    'Row: 0 _id=1, body=hello, you\n',
  );
  expect(await run(`content query ${sms} --projection nonsense`)).toContain('Invalid column nonsense');
  await run(`content delete ${sms} --where "_id=1"; content delete ${sms}`);
  expect(await run(`content query ${sms}`)).toBe('No result found.\n');
  expect(await run('content query --uri content://mms')).toContain('Could not find provider: mms');
  expect(await run('content')).toContain('usage: adb shell content');
});

test('the log is shown in each of its formats', async () => {
  await run('logcat -c; log -t Mine -p e "it broke"');
  const line = async (style: string) =>
    (await run(`logcat -d -v ${style} -s Mine`)).split('\n').slice(1).join('\n');
  expect(await line('brief')).toBe('E/Mine    ( 8000): it broke\n');
  expect(await line('epoch')).toMatch(/^\d{10}\.\d{3} {2}8000 {2}8000 E Mine {4}: it broke\n$/);
  expect(await line('threadtime')).toMatch(/^\d\d-\d\d [\d:]{8}\.\d{3} {2}8000 {2}8000 E Mine/);
  expect(await line('raw')).toBe('it broke\n');
  expect(await line('time')).toMatch(/^\d\d-\d\d [\d:]{8}\.\d{3} E\/Mine {4}\( 8000\): it broke\n$/);
  expect(await line('long')).toMatch(
    /^\[ \d\d-\d\d [\d:]{8}\.\d{3} {2}8000: 8000 E\/Mine {5}\]\nit broke\n\n$/,
  );
  expect(await run('logcat -d -v nonsense')).toBe('logcat: Invalid parameter "nonsense" to -v\n');
});

test('the log is cut by count, by time and by process', async () => {
  await run('logcat -c; for i in 1 2 3; do log -t Cut line $i; done');
  const shown = async (options: string) => (await run(`logcat -d -s ${options} Cut`)).match(/line \d/g) ?? [];
  expect(await shown('-T 1')).toEqual(['line 3']);
  expect(await shown('-t 946684800.000')).toHaveLength(3);
  expect(await shown('-t 4102444800.000')).toEqual([]);
  expect(await shown('-v time -t 4000 --pid 8000')).toHaveLength(3);
  expect(await shown('--pid=1')).toEqual([]);
  expect(await run('logcat -d --pid mine')).toBe('logcat: --pid mine not a number\n');
  expect(await run('logcat -t yesterday')).toContain('not in time format');
  expect(await run('logcat --nonsense')).toContain("Unknown option '--nonsense'");
});

test.each([
  ['logcat -d -b constructor', "logcat: Unknown buffer 'constructor'\n"],
  ['logcat -d -s constructor; echo quiet', 'quiet\n'],
  ['content query --uri content://sms --user 99', '[ERROR] Invalid user\n'],
])('%s', async (command, answer) => {
  expect(await run(command)).toContain(answer);
});

test('a keyboard is disabled and enabled', async () => {
  const own = 'com.android.inputmethod.latin/.LatinIME';
  expect(await run(`ime disable ${own}; ime list -s; ime list -a -s`)).toBe(
    `Input method ${own}: now disabled for user #0\n${own}\n`,
  );
  expect(await run(`ime set ${own}`)).toContain('cannot be selected for user #0');
  expect(await run(`ime enable ${own}; ime enable ${own}; ime set ${own}`)).toBe(
    `Input method ${own}: now enabled for user #0\nInput method ${own}: already enabled for user #0\nInput method ${own} selected for user #0\n`,
  );
});

test('a wrong use of a command prints its usage', async () => {
  expect(await run('wm size abc')).toBe('Error: bad size abc\n');
  expect(await run('wm size 360x800; wm size; wm size reset')).toContain('Override size: 360x800\n');
  expect(await run('settings get GLOBAL adb_enabled')).toBe('1\n');
});
