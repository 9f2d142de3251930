// Android users on a whole phone: the data of one user is never visible to another.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { runOn } from '@pocketfleet/android-shell/testing/run-on';
import { shownTexts } from '@pocketfleet/phone-parts/testing/shown-texts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modelAt } from './models.ts';
import { type Phone, startPhone } from './phone.ts';
import { startAndroid } from './start-android.ts';

let stateDir: string;
let phone: Phone;

async function start(): Promise<Phone> {
  const onError = (context: string, error: unknown) => {
    throw new Error(context, { cause: error });
  };
  return startPhone({ startAndroid, now: Date.now, onError }, { model: modelAt(0), stateDir, port: 0 });
}

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'users-'));
  phone = await start();
});

afterEach(async () => {
  await phone.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

const run = (script: string) => runOn(phone, script);
const screen = () => phone.world.android().screen;
const shown = (text: string) => shownTexts(screen()).find((entry) => entry.text === text);
const untilShown = (text: string) =>
  vi.waitFor(() => expect(shown(text)).toBeDefined(), { timeout: 60_000, interval: 20 });
test('each user has a home screen, files, settings, a clipboard and apps', async () => {
  screen().startActivity({ package: 'com.android.notes' });
  screen().text('secret of the owner');
  await vi.waitFor(async () => expect(await run('cat /sdcard/Documents/note.txt')).toContain('secret'));
  screen().clipboard.set('copied');
  expect(await run('settings put system font_scale 1.3; pm create-user tenant')).toContain('user id 10');

  expect(await run('am switch-user 10; am get-current-user')).toBe('10\n');
  expect(screen().runningPackages).toEqual([]);
  expect(screen().focusedActivity).toMatch(/Launcher/);
  expect(screen().clipboard.get()).toBe('');
  expect(await run('settings get system font_scale; settings --user 0 get system font_scale')).toBe(
    '1.0\n1.3\n',
  );
  screen().startActivity({ package: 'com.android.notes' });
  await untilShown('Write something');
  screen().text('of the tenant');
  await vi.waitFor(async () =>
    expect(await run('cat /storage/emulated/10/Documents/note.txt')).toBe('of the tenant'),
  );

  await run('am switch-user 0');
  screen().startActivity({ package: 'com.android.notes' });
  await untilShown('secret of the owner');
  expect(screen().clipboard.get()).toBe('copied');
  expect(await run('settings get system font_scale')).toBe('1.3\n');
});

test('an account is listed by dumpsys, survives a restart, and is removed with its user', async () => {
  await run('pm create-user tenant; am switch-user 10');
  phone.world.accounts.add(10, { name: 'ada@example.com', type: 'com.example.mail' });
  expect(await run('dumpsys account')).toContain('Account {name=ada@example.com, type=com.example.mail}');
  await phone.stop();
  phone = await start();
  expect(await run('dumpsys account')).toContain('ada@example.com');
  expect(await run('am switch-user 0; pm remove-user 10; dumpsys account')).not.toContain('ada@example.com');
});

test('an app of one user is not on another user’s home screen', async () => {
  const apk = buildApk({ packageName: 'com.acme.game', label: 'Acme Game' });
  await phone.world.files.writeFile('/data/local/tmp/game.apk', apk);
  expect(await run('pm create-user tenant; pm install --user 10 /data/local/tmp/game.apk')).toContain(
    'Success',
  );
  expect(await run('pm list packages -3 --user 0')).toBe('');
  expect(await run('am switch-user 10; pm list packages -3')).toBe('package:com.acme.game\n');
  await untilShown('Acme Game');
});

test('pm clear deletes an app’s data of that user', async () => {
  const stored = join(stateDir, 'android', '0', 'com.android.paint');
  await run('am start -n com.android.paint/.PaintActivity');
  const { width, height } = screen().display;
  screen().touch('down', 0, width / 2, height / 2, 1);
  screen().touch('up', 0, width / 2, height / 2, 0);
  expect(existsSync(stored)).toBe(true);
  expect(await run('pm clear com.android.paint')).toBe('Success\n');
  expect(existsSync(stored)).toBe(false);
  expect(screen().runningPackages).toEqual([]);
});
