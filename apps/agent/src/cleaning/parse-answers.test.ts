import { expect, test } from 'vitest';
import * as parse from './parse-answers.ts';

test('users are numbers, and a phone that names no owner told nothing', () => {
  const text = 'Users:\n\tUserInfo{0:Owner:4c13} running\n\tUserInfo{10:tenant-01234567:410} running\n';
  expect(parse.readUsers(text)).toEqual([0, 10]);
  expect(() => parse.readUsers('Error: no service')).toThrow('no users');
});

test('a package that only the longer list has is not installed', () => {
  const all = 'package:com.a versionCode:3\npackage:android versionCode:4\n';
  expect({ ...parse.readOwnersPackages(all, 'package:android\n') }).toEqual({
    'com.a': 'not installed 3',
    android: '4',
  });
});

test.each(['', 'Error: no service', 'package:com.a\n'])(
  'an owner without Android told nothing: %j',
  (installed) => {
    const all = 'package:com.a versionCode:3\npackage:android versionCode:4\n';
    expect(() => parse.readOwnersPackages(all, installed)).toThrow('does not list its packages');
  },
);

test('a package counts as suspended or hidden where the owner’s is, whatever others have', () => {
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
  expect(parse.readWithheld(text, owners)).toEqual({
    suspended_packages: ['com.a'],
    hidden_packages: ['com.c'],
  });
  // A dump that was broken off, or none.
  for (const part of [text.slice(0, text.indexOf('  Package [com.c]')), ''])
    expect(() => parse.readWithheld(part, owners)).toThrow('the states of all packages');
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
  expect(parse.readPermissions(text)).toEqual({
    permissions: ['com.a android.permission.CAMERA', 'com.b android.permission.CAMERA'],
    shared_permissions: [],
    shared_users: {},
  });
});

// Android 6 to 10 and 11 and later differ in flags and in what stands between the packages and their users.
test.each(['[ SYSTEM_FIXED GRANTED_BY_DEFAULT ]', '[ SYSTEM_FIXED|GRANTED_BY_DEFAULT ]'])(
  'the permissions of a shared user are its own, with flags told as %s',
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
    expect(parse.readPermissions(text)).toEqual({
      permissions: [],
      shared_permissions: ['android.uid.phone android.permission.READ_SMS'],
      shared_users: { 'android.uid.phone': ['com.a', 'com.b'] },
    });
  },
);

test('a phone that names no package told nothing of permissions', () => {
  expect(() => parse.readPermissions("Can't find service: package")).toThrow('does not tell');
});

test('accounts are those of every user, and one that is not understood is no answer', () => {
  const text =
    'User UserInfo{0:Owner:4c13}:\n  Accounts: 1\n    Account {name=a@b.c, type=com.mail}\n\nUser UserInfo{10:x:410}:\n  Accounts: 0\n';
  expect(parse.readAccounts(text)).toEqual(['0: a@b.c (com.mail)']);
  expect(() => parse.readAccounts('  Accounts: 2\n    Account {name=a, type=b}\n')).toThrow('not understood');
  expect(() => parse.readAccounts("Can't find service: account")).toThrow('does not tell');
});

test('a setting keeps its value whole, over lines and with equal signs', () => {
  expect(parse.readSettings('a=1\nb=x=y\nc=one\ntwo\nd=')).toEqual({
    a: '1',
    b: 'x=y',
    c: 'one\ntwo',
    d: '',
  });
  expect(() => parse.readSettings('')).toThrow('does not tell');
});

test('a name that means something to JavaScript is a name like others', () => {
  expect(Object.entries(parse.readSettings('__proto__=secret'))).toEqual([['__proto__', 'secret']]);
});

test('properties are those that shell may set, and an empty one is none', () => {
  const text = '[debug.a]: [1]\n[debug.b]: []\n[ro.serialno]: [X]\n[persist.sys.locale]: [de-DE]\n';
  expect(parse.readProperties(text)).toEqual({ 'debug.a': '1', 'persist.sys.locale': 'de-DE' });
});

test('tasks are apps with something open; a service that is not there is no answer', () => {
  const text =
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n  * Task{abc #2 type=standard A=10100:com.paint}\n  * Task{abd #1 type=home A=10098:com.launcher}\n';
  expect(parse.readTasks(text)).toEqual(['com.paint']);
  expect(() => parse.readTasks("Can't find service: activity")).toThrow();
});

const header = 'Network Id      SSID                         Security type\n';

test('saved networks go by their numbers, and an Android without the command tells none', () => {
  expect(parse.readNetworks('No networks')).toEqual({});
  expect(parse.readNetworks(`${header}0     fleet    wpa2-psk\n12    my home   wpa3-sae`)).toEqual({
    0: 'fleet',
    12: 'my home',
  });
  expect(parse.readNetworks('Unknown command: list-networks')).toBeUndefined();
});

test.each([
  ['x\nNo networks', 'x\nNo networks'],
  ['x\n5  fleet', 'x'],
])('a network whose name is %j is not hidden by it', (ssid, told) => {
  const text = `${header}0     fleet    wpa2-psk\n5     ${ssid}    wpa2-psk`;
  expect(parse.readNetworks(text)).toEqual({ 0: 'fleet', 5: told });
});

test.each([
  ['No operations.', []],
  ['com.a\ncom.b', ['com.a', 'com.b']],
  ['Error: Unknown operation string: X', undefined],
  ["Can't find service: appops", undefined],
  ['', undefined],
])('apps allowed by %j are known, or it is known that they are not', (text, apps) => {
  expect(parse.readAllowedApps(text)).toEqual(apps);
});

test('access that could not be looked at is unknown and not nobody’s', () => {
  expect(parse.accessLines('app_op X', undefined)).toEqual(['app_op X ?']);
  expect(parse.accessLines('app_op X', [])).toEqual([]);
  expect(parse.accessLines('app_op X', ['com.a'])).toEqual(['app_op X com.a']);
});
