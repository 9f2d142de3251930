import { expect, test } from 'vitest';
import { buildApk } from '../testing/apk-builder.ts';
import { runOn } from '../testing/run-on.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

const CAMERA = 'android.permission.CAMERA';
const INTERNET = 'android.permission.INTERNET';

async function phoneWithApp(): Promise<TestSystem> {
  const test = createTestSystem();
  const apk = buildApk({ packageName: 'org.example.app', permissions: [CAMERA, INTERNET] });
  await test.world.files.writeFile('/data/local/tmp/a.apk', apk);
  return test;
}

test('shell disables and enables whole packages, and the launcher follows', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  const shown = () => test.world.packages.list().map(({ name }) => name);
  expect(await run('pm disable-user --user 0 com.android.paint')).toBe(
    'Package com.android.paint new state: disabled-user\n',
  );
  expect(shown()).not.toContain('com.android.paint');
  expect(await run('pm list packages -d')).toBe('package:com.android.paint\n');
  expect(await run('pm list packages -e paint; pm list packages paint')).toBe('package:com.android.paint\n');
  expect(await run('dumpsys package com.android.paint | grep -o enabled=.')).toBe('enabled=3\n');
  expect(await run('pm enable com.android.paint; pm list packages -d')).toBe(
    'Package com.android.paint new state: enabled\n',
  );
  expect(shown()).toContain('com.android.paint');
  expect(await run('pm disable-user com.none')).toContain('Unknown package: com.none');
});

test('a suspended package is listed but can’t be started', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  expect(await run('pm suspend com.android.paint')).toBe(
    'Package com.android.paint new suspended state: true\n',
  );
  expect(test.world.packages.get('com.android.paint')).toBeUndefined();
  expect(await run('pm list packages paint')).toBe('package:com.android.paint\n');
  await run('pm unsuspend com.android.paint');
  expect(test.world.packages.get('com.android.paint')).toBeDefined();
});

test('a system package is removed for one user only, and can be restored', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  expect(await run('pm uninstall com.android.feed')).toBe('Failure [DELETE_FAILED_INTERNAL_ERROR]\n');
  expect(await run('pm uninstall --user 0 android')).toContain('DELETE_FAILED_INTERNAL_ERROR');
  expect(await run('pm uninstall --user 0 com.android.feed; pm list packages feed')).toBe('Success\n');
  // As on a phone, what was taken away is still told with -u.
  expect(await run('pm list packages -u feed')).toBe('package:com.android.feed\n');
  expect(await run('pm create-user b; pm list packages --user 10 feed')).toContain('com.android.feed');
  expect(await run('cmd package install-existing com.android.feed; pm list packages feed')).toBe(
    'Package com.android.feed installed for user: 0\npackage:com.android.feed\n',
  );
  expect(await run('cmd package install-existing com.none')).toContain("Package com.none doesn't exist");
});

test('an unknown user has no packages and can’t get any', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  expect(await run('pm list packages --user 99')).toBe('');
  expect(await run('pm suspend --user 99 com.android.notes')).toContain('not installed for user 99');
  expect(await run('pm disable-user --user 99 com.android.notes')).toContain('Unknown package');
  expect(await run('cmd package install-existing --user 99 com.android.notes')).toContain("doesn't exist");
  expect(test.world.packages.states.has('suspended', 99, 'com.android.notes')).toBe(false);
});

test('runtime permissions are granted, revoked, and reset with the app’s data', async () => {
  using test = await phoneWithApp();
  const run = (script: string) => runOn(test, script);
  const granted = () => run('dumpsys package org.example.app | grep granted=true');
  await run('pm install -i com.store /data/local/tmp/a.apk');
  expect(await run('pm list packages -i org')).toBe('package:org.example.app  installer=com.store\n');
  expect(await granted()).toBe(`      ${INTERNET}: granted=true\n`);
  await run(`pm grant org.example.app ${CAMERA}`);
  expect(await granted()).toContain(`        ${CAMERA}: granted=true, flags=[ USER_SET ]\n`);
  await run(`pm revoke org.example.app ${CAMERA}`);
  expect(await granted()).not.toContain(CAMERA);
  await run(`pm grant org.example.app ${CAMERA}; pm clear org.example.app`);
  expect(await granted()).not.toContain(CAMERA);
  expect(await run(`pm grant org.example.app ${INTERNET}`)).toContain('is not a changeable permission type');
  expect(await run('pm grant org.example.app android.permission.READ_SMS')).toContain('has not requested');
});

test('install -g grants all requested permissions, and uninstall -k keeps the data', async () => {
  using test = await phoneWithApp();
  const run = (script: string) => runOn(test, script);
  await run('pm install -g /data/local/tmp/a.apk');
  expect(await run('dumpsys package org.example.app')).toContain(`${CAMERA}: granted=true`);
  expect(await run('pm uninstall -k org.example.app; pm list packages org')).toBe('Success\n');
  expect(await run('pm list packages -u org')).toBe('package:org.example.app\n');
  expect(await run('pm uninstall --user 0 org.example.app')).toBe('Failure [not installed for 0]\n');
  expect(await run('pm uninstall org.example.app; pm list packages -u org')).toBe('Success\n');
});

test('package states survive a restart, and are removed with the user and by a wipe', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  await run('pm create-user b; pm disable-user --user 10 com.android.paint; pm suspend com.android.notes');
  using again = createTestSystem(test.stateDir);
  expect(await runOn(again, 'pm list packages -d --user 10')).toBe('package:com.android.paint\n');
  const { states } = again.world.packages;
  expect(states.has('suspended', 0, 'com.android.notes')).toBe(true);
  await runOn(again, 'pm remove-user 10');
  expect(states.has('disabled', 10, 'com.android.paint')).toBe(false);
  await again.wipe();
  expect(states.has('suspended', 0, 'com.android.notes')).toBe(false);
});

test('a permission of a new phone can be revoked, and returns by a grant, cleared data or a wipe', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  const keyboard = 'com.android.inputmethod.latin';
  const contacts = 'android.permission.READ_CONTACTS';
  const { states } = test.world.packages;
  const revoke = () => run(`pm revoke ${keyboard} ${contacts}`);
  expect(states.granted(0, keyboard)).toEqual([contacts]);
  await revoke();
  expect(states.granted(0, keyboard)).toEqual([]);
  expect(await run(`dumpsys package ${keyboard}`)).toContain(`${contacts}: granted=false`);
  expect(await run(`pm create-user b; dumpsys package ${keyboard}`)).toContain(`${contacts}: granted=true`);
  for (const back of [`pm grant ${keyboard} ${contacts}`, `pm clear ${keyboard}`]) {
    await revoke();
    await run(back);
    expect(states.granted(0, keyboard)).toEqual([contacts]);
  }
  await revoke();
  await test.wipe();
  expect(states.granted(0, keyboard)).toEqual([contacts]);
});

test('dumpsys lists the permissions of a shared user with that user', async () => {
  using test = createTestSystem();
  const run = (script: string) => runOn(test, script);
  expect(await run('pm revoke com.android.shell android.permission.READ_CALENDAR')).toBe('');
  const [packages = '', shared = ''] = (await run('dumpsys package com.android.shell')).split(
    'Shared users:',
  );
  expect(packages).toContain('    sharedUser=SharedUserSetting{5f0c1d2 android.uid.shell/2000}\n');
  expect(packages).not.toContain('granted=');
  expect(shared).toMatch(
    /^\n {2}SharedUser \[android\.uid\.shell\] \(\w+\):\n {4}userId=2000\n {4}install permissions:\n/,
  );
  expect(shared).toContain('        android.permission.READ_CALENDAR: granted=false, flags=[ ]\n');
  expect(shared).toContain('        android.permission.READ_CONTACTS: granted=true, flags=[ USER_SET ]\n');
});
