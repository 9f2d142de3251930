// Apps started, found and played with: am, pm, input and monkey.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runOn } from '../../testing/run-on.ts';
import { startTestPhone, type TestPhone } from '../../testing/test-phone.ts';

let phone: TestPhone;
const run = (script: string) => runOn(phone.phone, script);

beforeAll(async () => {
  phone = await startTestPhone();
});
afterAll(async () => {
  await phone[Symbol.asyncDispose]();
});
beforeEach(() => {
  phone.android.calls.length = 0;
});

test('the monkey does the same with the same seed', async () => {
  const play = async () => {
    phone.android.calls.length = 0;
    expect(await run('monkey -p com.android.paint -s 7 --pct-motion 20 --pct-nav 20 30')).toMatch(
      /^Events injected: 30\n## Network stats: elapsed time=\d+ms /,
    );
    return [...phone.android.calls];
  };
  const first = await play();
  expect(await play()).toEqual(first);
  expect(first.filter((call) => call.startsWith('touch down')).length).toBeGreaterThan(10);
  expect(first.some((call) => call.startsWith('touch move'))).toBe(true);
  expect(first.some((call) => call.startsWith('key down'))).toBe(true);
  phone.android.calls.length = 0;
  await run('monkey -p com.android.paint -s 7 --pct-constructor 100 3');
  expect(phone.android.calls.filter((call) => call.startsWith('key'))).toEqual([]);
  expect(await run('monkey -p com.none 1')).toContain('** No activities found to run, monkey aborted.');
  expect(await run('monkey -p com.android.paint')).toContain('** Error: Count not specified');
  expect(await run('monkey -v -s 3 -p com.android.paint 1')).toContain(':Monkey: seed=3 count=1\n');
});

test('the monkey takes back what led out of its packages', async () => {
  const { screen } = phone.android.half;
  const leave = () => void screen.startActivity({ package: 'com.android.settings' });
  const key = vi.spyOn(screen, 'key').mockImplementation((action) => (action === 'up' ? leave() : undefined));
  await run('monkey -p com.android.paint --pct-syskeys 100 4');
  key.mockRestore();
  const paint = 'start {"package":"com.android.paint"}';
  const settings = 'start {"package":"com.android.settings"}';
  expect(phone.android.calls).toEqual([paint, settings, paint, settings, paint, settings]);
});

test('keys are pressed together, twice, and for a time', async () => {
  await run(
    'input keycombination CTRL_LEFT A; input keyevent --doubletap 3; input keyevent --duration 5 HOME',
  );
  expect(phone.android.calls).toEqual([
    'key down 113 12288',
    'key down 29 12288',
    'key up 29 12288',
    'key up 113 12288',
    ...Array(3).fill(['key down 3 0', 'key up 3 0']).flat(),
  ]);
  phone.android.calls.length = 0;
  await run('input scroll 10 20 --axis VSCROLL,-2; input press');
  expect(phone.android.calls).toEqual(['scroll 10 20 0 -2', 'key down 23 0', 'key up 23 0']);
  expect(await run('input scroll 1 1 --axis X,1')).toBe('Error: Unsupported axis: X,1\n');
});

test.each([
  [
    'am start -a android.settings.WIFI_SETTINGS',
    'start {"package":"com.android.settings","data":"settings:network"}',
  ],
  [
    'am start -a android.intent.action.MAIN -c android.intent.category.HOME',
    'start {"package":"com.android.launcher3"}',
  ],
  ['am start com.android.paint', 'start {"package":"com.android.paint"}'],
  ['am start -d file:///sdcard/a.png -t image/png', 'start {"data":"file:///sdcard/a.png"}'],
  [
    'am start --user 0 --es a b --ei c 3 -f 0x10000000 -n com.android.paint/.PaintActivity',
    'start {"package":"com.android.paint","activity":"com.android.paint.PaintActivity"}',
  ],
])('%s', async (command, call) => {
  await run(command);
  expect(phone.android.calls).toEqual([call]);
});

test('am shows an intent as Android does, and says why nothing was started', async () => {
  expect(await run('am start -a X -c C --es k v -n com.none/.Y')).toBe(
    'Starting: Intent { act=X cat=[C] cmp=com.none/.Y (has extras) }\nError type 3\nError: Activity class {com.none/com.none.Y} does not exist.\n',
  );
  expect(await run('am start -n com.android.paint/.Nowhere')).toContain('does not exist');
  expect(await run('am start -a X')).toContain('unable to resolve Intent { act=X }');
  expect(await run('am start -S com.android.paint')).toMatch(
    /^Stopping: com\.android\.paint\nStarting: Intent/,
  );
  expect(await run('am start -W -n com.android.paint/.PaintActivity')).toMatch(
    /Status: ok\nLaunchState: UNKNOWN \(0\)\nActivity: com\.android\.paint\/com\.android\.paint\.PaintActivity\nTotalTime: 0\nWaitTime: \d+\nComplete\n$/,
  );
  expect(await run('am startservice com.a/.B')).toBe(
    'Starting service: Intent { cmp=com.a/.B }\nError: Not found; no service started.\n',
  );
  expect(await run('am broadcast -a com.x.Y --ez k true')).toBe(
    'Broadcasting: Intent { act=com.x.Y flg=0x400000 (has extras) }\nBroadcast completed: result=0\n',
  );
  expect(await run('am broadcast -a android.intent.action.BOOT_COMPLETED')).toContain('Permission Denial');
  expect(await run('am instrument -w com.x/.Y')).toContain('INSTRUMENTATION_FAILED: com.x/.Y');
  expect(await run('am get-config')).toMatch(/^config: en-rUS-.*-port-.*-420dpi-.*-v35\nabi: arm64-v8a/);
  expect(await run('am nonsense')).toBe('Unknown command: nonsense\n');
});

test('the package manager finds activities, features and permissions', async () => {
  expect(await run('pm resolve-activity --brief com.android.settings')).toContain(
    '\ncom.android.settings/com.android.settings.Settings\n',
  );
  expect(await run('cmd package resolve-activity --brief -c android.intent.category.HOME')).toContain(
    'com.android.launcher3/com.android.launcher3.Launcher',
  );
  expect(await run('pm query-activities --components -c android.intent.category.LAUNCHER')).toContain(
    'com.android.paint/com.android.paint.PaintActivity\n',
  );
  expect(await run('pm has-feature android.hardware.wifi; pm has-feature x; echo $?')).toBe(
    'true\nfalse\n1\n',
  );
  expect(await run('pm list permissions -g -d')).toContain(
    'group:android.permission-group.CAMERA\n  permission:android.permission.CAMERA\n',
  );
  expect(await run('pm list packages -U paint')).toMatch(/^package:com\.android\.paint uid:10\d{3}\n$/);
  expect(await run('pm help')).toMatch(/^Package manager \(package\) commands:/);
});
