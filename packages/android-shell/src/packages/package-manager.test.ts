import { ReadableStream } from 'node:stream/web';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ApkPlan, buildApk } from '../testing/apk-builder.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';
import { InstallFailure } from './install-failure.ts';

const OPTIONS = {
  downgrade: false,
  allowTest: false,
  bypassLowTargetSdk: false,
  user: undefined,
  grantsAll: false,
};

/** The package's name, or the code of the refusal. */
async function install(
  test: TestSystem,
  apks: readonly Buffer[],
  options: Partial<typeof OPTIONS> = {},
): Promise<string> {
  const { packages } = test.world;
  const session = packages.createSession({ ...OPTIONS, ...options });
  try {
    for (const [at, apk] of apks.entries()) {
      await session.write(`${at}.apk`, apk.length, ReadableStream.from([apk]));
    }
    return await packages.commit(session);
  } catch (error) {
    await packages.abandon(session);
    if (error instanceof InstallFailure) return error.code;
    throw error;
  }
}

const APP: ApkPlan = { packageName: 'org.example.app' };

test.each<[string, Buffer]>([
  ['INSTALL_PARSE_FAILED_NOT_APK', Buffer.from('this is no zip')],
  ['INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION', Buffer.from(zipSync({ 'a.txt': Buffer.from('a') }))],
  ['INSTALL_PARSE_FAILED_NO_CERTIFICATES', buildApk({ ...APP, unsigned: true })],
  [
    'INSTALL_PARSE_FAILED_BAD_MANIFEST',
    Buffer.from(
      zipSync({ 'AndroidManifest.xml': Buffer.from('<manifest/>'), 'META-INF/A.RSA': Buffer.from('x') }),
    ),
  ],
  ['INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME', buildApk({ packageName: '../../etc' })],
  ['INSTALL_FAILED_OLDER_SDK', buildApk({ ...APP, minSdk: 99 })],
  ['INSTALL_FAILED_DEPRECATED_SDK_VERSION', buildApk({ ...APP, targetSdk: 19, minSdk: 19 })],
  ['INSTALL_FAILED_TEST_ONLY', buildApk({ ...APP, testOnly: true })],
  ['INSTALL_FAILED_NO_MATCHING_ABIS', buildApk({ ...APP, files: { 'lib/x86/a.so': Buffer.from('x') } })],
  ['INSTALL_FAILED_UPDATE_INCOMPATIBLE', buildApk({ packageName: 'com.android.settings' })],
  ['INSTALL_FAILED_INVALID_APK', buildApk({ ...APP, split: 'config.en' })],
])('an APK that Android refuses is refused with %s', async (code, apk) => {
  using test = createTestSystem();
  expect(await install(test, [apk])).toBe(code);
  expect(test.world.packages.get('org.example.app')).toBeUndefined();
});

test("a package has its APK's label, and the icon from the resource table", async () => {
  using test = createTestSystem();
  const icon = Buffer.from('89504e470d0a1a0a', 'hex');
  await install(test, [buildApk({ ...APP, label: 'Shop', icon })]);
  const installed = test.world.packages.get('org.example.app');
  expect(installed?.label).toBe('Shop');
  expect(Buffer.from(installed?.icon ?? [])).toEqual(icon);
});

test('an older version replaces a newer one only when it is allowed', async () => {
  using test = createTestSystem();
  await install(test, [buildApk({ ...APP, versionCode: 2 })]);
  expect(await install(test, [buildApk({ ...APP, versionCode: 1 })])).toBe(
    'INSTALL_FAILED_VERSION_DOWNGRADE',
  );
  expect(test.world.packages.get('org.example.app')?.versionCode).toBe(2);
  expect(await install(test, [buildApk({ ...APP, versionCode: 1 })], { downgrade: true })).toBe(
    'org.example.app',
  );
  expect(test.world.packages.get('org.example.app')?.versionCode).toBe(1);
});

test('a base APK and its splits become one package with several paths', async () => {
  using test = createTestSystem();
  expect(await install(test, [buildApk({ ...APP, split: 'config.en' }), buildApk(APP)])).toBe(
    'org.example.app',
  );
  const app = test.world.packages.get('org.example.app');
  const paths = app === undefined ? [] : test.world.packages.pathsOf(app);
  expect(paths.map((path) => path.replace(/^.*\//, ''))).toEqual(['base.apk', 'split_config.en.apk']);
});

test('splits that do not belong together are refused', async () => {
  using test = createTestSystem();
  const other = buildApk({ packageName: 'org.example.other', split: 'a' });
  expect(await install(test, [buildApk(APP), other])).toBe('INSTALL_FAILED_INVALID_APK');
});

test('a full phone refuses an install, and a removed app frees its storage', async () => {
  let nowMs = Date.now();
  using test = createTestSystem(undefined, {}, () => nowMs);
  const { storage } = test.world.files;
  const freeBytes = () => {
    nowMs += 5_000;
    return storage.freeBytes();
  };
  test.world.files.storage.full = true;
  expect(await install(test, [buildApk(APP)])).toBe('INSTALL_FAILED_INSUFFICIENT_STORAGE');
  test.world.files.storage.full = false;
  const free = await freeBytes();
  await install(test, [buildApk(APP)]);
  expect(await freeBytes()).toBeLessThan(free);
  await test.world.packages.uninstall('org.example.app', undefined);
  expect(await freeBytes()).toBe(free);
});

test('a package of one user is invisible to others and is removed with the user', async () => {
  using test = createTestSystem();
  const { users, packages } = test.world;
  const tenant = users.create('tenant');
  await install(test, [buildApk(APP)], { user: tenant?.id as never });
  expect(packages.get('org.example.app')).toBeUndefined();
  users.switchTo(tenant?.id ?? -1);
  expect(packages.get('org.example.app')).toBeDefined();
  users.remove(tenant?.id ?? -1);
  await expect.poll(() => packages.stored('org.example.app')).toBeUndefined();
});

test('installed packages survive a restart', async () => {
  using first = createTestSystem();
  await install(first, [buildApk({ ...APP, label: 'Kept' })]);
  using second = createTestSystem(first.stateDir);
  expect(second.world.packages.get('org.example.app')?.label).toBe('Kept');
});
