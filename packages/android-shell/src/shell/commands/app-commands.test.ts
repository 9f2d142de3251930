// Apps and the screen through `am`, `pm` and `input`.
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
  [
    'monkey -p com.android.paint -c android.intent.category.LAUNCHER 1',
    'start {"package":"com.android.paint"}',
  ],
])('%s', async (command, call) => {
  await run(command);
  expect(phone.android.calls).toEqual([call]);
});

test('swipes reach the screen', async () => {
  await run('input swipe 1 2 9 2 16');
  expect(phone.android.calls).toEqual([
    'touch down 0 1 2 1',
    'touch move 0 5 2 1',
    'touch move 0 9 2 1',
    'touch up 0 9 2 0',
  ]);
  expect(await run('input swipe 1 2')).toContain('Usage: input');
  expect(await run('input keyevent NONSENSE')).toBe('Error: Unknown keycode: NONSENSE\n');
});

test('am prints the intent, and the reason if nothing was started', async () => {
  expect(await run('am start -a X -c C --es k v -n com.none/.Y')).toBe(
    'Starting: Intent { act=X cat=[C] cmp=com.none/.Y (has extras) }\nError type 3\nError: Activity class {com.none/com.none.Y} does not exist.\n',
  );
  expect(await run('am start -n com.android.paint/.Nowhere')).toContain('does not exist');
  expect(await run('am start -a X')).toContain('unable to resolve Intent { act=X }');
  expect(await run('monkey -p com.none 1')).toContain('** No activities found to run, monkey aborted.');
  expect(await run('am start -S com.android.paint')).toMatch(
    /^Stopping: com\.android\.paint\nStarting: Intent/,
  );
  expect(await run('am start -W -n com.android.paint/.PaintActivity')).toMatch(
    /Status: ok\nActivity: com\.android\.paint\/com\.android\.paint\.PaintActivity\nComplete\n$/,
  );
  expect(await run('am broadcast -a com.x.Y --ez k true')).toBe(
    'Broadcasting: Intent { act=com.x.Y flg=0x400000 (has extras) }\nBroadcast completed: result=0\n',
  );
  expect(await run('am broadcast -a android.intent.action.BOOT_COMPLETED')).toContain('Permission Denial');
  expect(await run('am instrument -w com.x/.Y')).toContain('INSTRUMENTATION_FAILED: com.x/.Y');
  expect(await run('am nonsense')).toBe('Unknown command: nonsense\n');
});

test('the package manager finds activities, features and user ids', async () => {
  expect(await run('pm resolve-activity --brief com.android.settings')).toContain(
    '\ncom.android.settings/com.android.settings.Settings\n',
  );
  expect(await run('cmd package resolve-activity --brief -c android.intent.category.HOME')).toContain(
    'com.android.launcher3/com.android.launcher3.Launcher',
  );
  expect(await run('pm has-feature android.hardware.wifi; pm has-feature x; echo $?')).toBe(
    'true\nfalse\n1\n',
  );
  expect(await run('pm list packages -U paint')).toMatch(/^package:com\.android\.paint uid:10\d{3}\n$/);
});
