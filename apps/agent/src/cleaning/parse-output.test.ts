import { expect, test } from 'vitest';
import * as parse from './parse-output.ts';

test('users are parsed as numbers, and a list without the owner is refused', () => {
  const text = 'Users:\n\tUserInfo{0:Owner:4c13} running\n\tUserInfo{10:tenant-01234567:410} running\n';
  expect(parse.parseUsers(text)).toEqual([0, 10]);
  expect(() => parse.parseUsers('Error: no service')).toThrow('no users');
});

test('a package that only the longer list has is not installed for the owner', () => {
  const all = 'package:com.a versionCode:3\npackage:android versionCode:4\n';
  expect({ ...parse.parseOwnerPackages(all, 'package:android\n') }).toEqual({
    'com.a': 'not installed 3',
    android: '4',
  });
});

test.each(['', 'Error: no service', 'package:com.a\n'])(
  'a list without Android itself is refused: %j',
  (installed) => {
    const all = 'package:com.a versionCode:3\npackage:android versionCode:4\n';
    expect(() => parse.parseOwnerPackages(all, installed)).toThrow('does not list its packages');
  },
);

test('a package is suspended or hidden only if it is so for the owner', () => {
  const text = [
    '  Package [com.a] (1b2):',
    '    User 0: installed=true hidden=false suspended=true stopped=false',
    '  Package [com.b] (1b3):',
    '    User 0: installed=true hidden=false suspended=false stopped=false',
    '    User 10: installed=true hidden=false suspended=true stopped=false',
    '  Package [com.c] (1b4):',
    '    User 0: installed=true hidden=true suspended=false stopped=false',
  ].join('\n');
  const owners = { 'com.a': '1', 'com.b': '1', 'com.c': '1', 'com.d': 'not installed 1' };
  expect(parse.parseWithheldPackages(text, owners)).toEqual({
    suspended_packages: ['com.a'],
    hidden_packages: ['com.c'],
  });
  // The dump is truncated or empty.
  for (const part of [text.slice(0, text.indexOf('  Package [com.c]')), ''])
    expect(() => parse.parseWithheldPackages(part, owners)).toThrow('the states of all packages');
});

test('a granted permission counts for the owner only', () => {
  const text = [
    '  Package [com.a] (1b2):',
    '      android.permission.INTERNET: granted=true',
    '    User 0: ceDataInode=1 installed=true',
    '        android.permission.CAMERA: granted=true, flags=[ USER_SET]',
    '    User 10: ceDataInode=1 installed=true',
    '        android.permission.RECORD_AUDIO: granted=true',
    '  Package [com.b] (1b3):',
    '    User 0: ceDataInode=1',
    '        android.permission.CAMERA: granted=true',
  ].join('\n');
  expect(parse.parsePermissions(text)).toEqual({
    permissions: ['com.a android.permission.CAMERA', 'com.b android.permission.CAMERA'],
    shared_permissions: [],
    shared_users: {},
  });
});

// Android 6 to 10 and later ones differ in the flags and in the lines between packages and users.
test.each(['[ SYSTEM_FIXED GRANTED_BY_DEFAULT ]', '[ SYSTEM_FIXED|GRANTED_BY_DEFAULT ]'])(
  'a shared user has its own permissions, with flags printed as %s',
  (flags) => {
    const text = [
      '  Package [com.a] (1b2):',
      '    sharedUser=SharedUserSetting{9b1d7e4 android.uid.phone/1001}',
      '    User 0: ceDataInode=1 installed=true',
      '  Package [com.b] (1b3):',
      '    sharedUser=SharedUserSetting{9b1d7e4 android.uid.phone/1001}',
      '    User 0: ceDataInode=1 installed=true',
      '  Package [com.c] (1b4):',
      `        android.permission.VIBRATE: granted=true, userId=10`,
      '    User 0: ceDataInode=1 installed=true',
      '  SharedUser [android.uid.phone] (2c3):',
      '      android.permission.INTERNET: granted=true',
      '    User 0: ',
      `        android.permission.READ_SMS: granted=true, flags=${flags}`,
      '    User 10: ',
      `        android.permission.CAMERA: granted=true, flags=${flags}`,
    ].join('\n');
    expect(parse.parsePermissions(text)).toEqual({
      permissions: [],
      shared_permissions: ['android.uid.phone android.permission.READ_SMS'],
      shared_users: { 'android.uid.phone': ['com.a', 'com.b'] },
    });
  },
);

test('permissions without a package are refused', () => {
  expect(() => parse.parsePermissions("Can't find service: package")).toThrow('does not list');
});

test('all users’ accounts are listed, and output with an unknown line is refused', () => {
  const text =
    'User UserInfo{0:Owner:4c13}:\n  Accounts: 1\n    Account {name=a@b.c, type=com.mail}\n\nUser UserInfo{10:x:410}:\n  Accounts: 0\n';
  expect(parse.parseAccounts(text)).toEqual(['0: a@b.c (com.mail)']);
  expect(() => parse.parseAccounts('  Accounts: 2\n    Account {name=a, type=b}\n')).toThrow(
    'can’t be parsed',
  );
  expect(() => parse.parseAccounts("Can't find service: account")).toThrow('does not list');
});

test('a setting’s value may have several lines and equal signs', () => {
  expect(parse.parseSettings('a=1\nb=x=y\nc=one\ntwo\nd=')).toEqual({
    a: '1',
    b: 'x=y',
    c: 'one\ntwo',
    d: '',
  });
  expect(() => parse.parseSettings('')).toThrow('does not list');
});

test('a name that is special in JavaScript is an ordinary name', () => {
  expect(Object.entries(parse.parseSettings('__proto__=secret'))).toEqual([['__proto__', 'secret']]);
});

test('properties that shell may set are listed, without empty ones', () => {
  const text = '[debug.a]: [1]\n[debug.b]: []\n[ro.serialno]: [X]\n[persist.sys.locale]: [de-DE]\n';
  expect(parse.parseProperties(text)).toEqual({ 'debug.a': '1', 'persist.sys.locale': 'de-DE' });
});

test('tasks are listed by app, and the error of a missing service is refused', () => {
  const text =
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n  * Task{abc #2 type=standard A=10100:com.paint}\n  * Task{abd #1 type=home A=10098:com.launcher}\n';
  expect(parse.parseTasks(text)).toEqual(['com.paint']);
  expect(() => parse.parseTasks("Can't find service: activity")).toThrow();
});

const header = 'Network Id      SSID                         Security type\n';

test('saved networks are listed by id, and are undefined without the command', () => {
  expect(parse.parseNetworks('No networks')).toEqual({});
  expect(parse.parseNetworks(`${header}0     fleet    wpa2-psk\n12    my home   wpa3-sae`)).toEqual({
    0: 'fleet',
    12: 'my home',
  });
  expect(parse.parseNetworks('Unknown command: list-networks')).toBeUndefined();
});

test.each([
  ['x\nNo networks', 'x\nNo networks'],
  ['x\n5  fleet', 'x'],
])('a network can’t hide itself by the name %j', (ssid, told) => {
  const text = `${header}0     fleet    wpa2-psk\n5     ${ssid}    wpa2-psk`;
  expect(parse.parseNetworks(text)).toEqual({ 0: 'fleet', 5: told });
});

test.each([
  ['No operations.', []],
  ['com.a\ncom.b', ['com.a', 'com.b']],
  ['Error: Unknown operation string: X', undefined],
  ["Can't find service: appops", undefined],
  ['', undefined],
])('apps allowed by %j are listed, or undefined for an error', (text, apps) => {
  expect(parse.parseAllowedApps(text)).toEqual(apps);
});

test.each([
  ['system-excidle,com.android.shell,2000\nsystem,com.android.systemui,10042', []],
  ['system,com.android.systemui,10042\nuser,com.spy,10123\n', ['com.spy']],
  ["Can't find service: deviceidle", undefined],
  ['user,com.spy,10123\nnot a line of it', undefined],
  ['', undefined],
])('apps that may run while the phone sleeps, of %j, or undefined for an error', (text, apps) => {
  expect(parse.parseIdleExempt(text)).toEqual(apps);
});

test('access that can’t be read is unknown, not empty', () => {
  expect(parse.accessLines('app_op X', undefined)).toEqual(['app_op X ?']);
  expect(parse.accessLines('app_op X', [])).toEqual([]);
  expect(parse.accessLines('app_op X', ['com.a'])).toEqual(['app_op X com.a']);
});
