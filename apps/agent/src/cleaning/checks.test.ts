// Each check, with one problem at a time.
import { type CheckName, type DeviceBaseline, deviceBaseline } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { checkSnapshot, createCheckResult, describeFailures } from './checks.ts';
import { restoreCommands } from './restore.ts';
import type { Snapshot } from './snapshot.ts';

const baseline: DeviceBaseline = {
  users: [0],
  packages: { android: '35', 'com.maker': '7' },
  disabled_packages: ['com.off'],
  launchable_packages: ['com.maker'],
  permissions: ['com.maker CAMERA'],
  shared_permissions: ['uid.phone SMS'],
  settings: { global: { adb_enabled: '1', boot_count: '3' }, system: { font_scale: '1.0' }, secure: {} },
  properties: { 'persist.sys.locale': 'en-US' },
  display: { size: 'Physical size: 1080x2400', density: 'Physical density: 420' },
  wifi_networks: ['fleet'],
  hidden_packages: ['com.carrier'],
  special_access: ['role android.app.role.SMS com.maker'],
  folders: ['/storage/emulated/0/Download'],
};
const clean: Snapshot = {
  ...baseline,
  shared_permissions: ['uid.phone SMS'],
  shared_users: { 'uid.phone': ['com.calls', 'com.messages'] },
  network_ids: { 0: 'fleet' },
  suspended_packages: [],
  hidden_packages: ['com.carrier'],
  current_user: 0,
  accounts: [],
  shared_files: [],
  shell_files: [],
  running_apps: [],
  tunnels: [],
  uptime_s: 1,
};

test('an unchanged phone passes each check, whatever its counters are', () => {
  const counted = { ...clean.settings, global: { ...clean.settings.global, boot_count: '9' } };
  expect(describeFailures(checkSnapshot({ ...clean, settings: counted }, baseline))).toBe('');
});

test.each<[CheckName, Partial<Snapshot>, string]>([
  ['users', { users: [0, 11] }, 'user 11 is still there'],
  ['users', { current_user: 11 }, 'user 11 is in front'],
  ['packages', { packages: { ...clean.packages, 'com.new': '1' } }, 'com.new'],
  ['packages', { packages: { android: '35' } }, 'com.maker'],
  ['packages', { packages: { ...clean.packages, 'com.maker': '8' } }, 'com.maker'],
  ['packages', { packages: { ...clean.packages, 'com.maker': 'not installed 7' } }, 'com.maker'],
  ['packages', { disabled_packages: [] }, 'com.off (disabled)'],
  ['packages', { suspended_packages: ['com.maker'] }, 'com.maker (suspended)'],
  ['packages', { hidden_packages: ['com.carrier', 'com.maker'] }, 'com.maker (hidden)'],
  ['packages', { hidden_packages: [] }, 'com.carrier (hidden)'],
  ['permissions', { permissions: [...clean.permissions, 'com.maker LOCATION'] }, 'com.maker LOCATION'],
  ['permissions', { permissions: [] }, 'com.maker CAMERA (missing)'],
  ['permissions', { shared_permissions: [] }, 'uid.phone SMS (missing)'],
  ['permissions', { shared_permissions: ['uid.phone SMS', 'uid.phone CALL'] }, 'uid.phone CALL'],
  ['accounts', { accounts: ['0: a@b.c (mail)'] }, '0: a@b.c (mail)'],
  ['shared_files', { shared_files: ['/storage/emulated/0/x'] }, '/storage/emulated/0/x'],
  ['shared_files', { folders: [...clean.folders, '/storage/emulated/0/y'] }, '/storage/emulated/0/y'],
  ['shell_files', { shell_files: ['/data/local/tmp/x'] }, '/data/local/tmp/x'],
  ['settings', { settings: { ...clean.settings, secure: { spy: '1' } } }, 'secure spy'],
  ['settings', { settings: { ...clean.settings, system: {} } }, 'system font_scale'],
  ['properties', { properties: {} }, 'persist.sys.locale'],
  ['display', { display: { ...clean.display, density: 'Override density: 9' } }, 'Override density: 9'],
  ['apps', { running_apps: ['com.maker'] }, 'com.maker'],
  ['settings', { wifi_networks: ['fleet', 'their own'] }, 'network their own'],
  ['settings', { wifi_networks: [] }, 'network fleet is missing'],
  ['permissions', { special_access: [] }, 'role android.app.role.SMS com.maker (missing)'],
  [
    'permissions',
    { special_access: [...(baseline.special_access ?? []), 'app_op SYSTEM_ALERT_WINDOW com.spy'] },
    'app_op SYSTEM_ALERT_WINDOW com.spy',
  ],
  [
    'permissions',
    { special_access: [...(baseline.special_access ?? []), 'app_op ACTIVATE_VPN ?'] },
    'app_op ACTIVATE_VPN ?',
  ],
  ['tunnels', { tunnels: ['tcp:80'] }, 'tcp:80'],
])('the check of %s fails and names the difference', (check, change, detail) => {
  const wrong = checkSnapshot({ ...clean, ...change }, baseline).filter(({ ok }) => !ok);
  expect(wrong).toEqual([{ check, ok: false, detail }]);
});

test('the owner’s packages are restored and removed as in the baseline', () => {
  const then = {
    ...baseline,
    packages: {
      android: '35',
      'com.maker': '7',
      'com.bloat': 'not installed 1',
      'com.off': 'not installed 1',
    },
  };
  const now = {
    ...clean,
    packages: {
      android: '35',
      'com.maker': 'not installed 7',
      'com.bloat': '2',
      'com.kept': 'not installed 1',
      // The update is installed for the tenant's user only.
      'com.off': 'not installed 2',
    },
    suspended_packages: ['com.maker'],
  };
  expect(restoreCommands(now, then).filter((command) => /install|suspend/.test(command))).toEqual([
    "pm uninstall 'com.bloat'",
    "pm uninstall 'com.kept'",
    "pm uninstall 'com.off'",
    "pm uninstall --user 0 'com.bloat'",
    "cmd package install-existing --user 0 'com.maker'",
    "pm unsuspend --user 0 'com.maker'",
  ]);
});

test('permissions are granted and revoked, those of a shared user through each of its packages', () => {
  const now = { ...clean, permissions: ['com.maker LOCATION'], shared_permissions: ['uid.phone CALL'] };
  expect(restoreCommands(now, baseline).filter((command) => /grant|revoke/.test(command))).toEqual([
    "pm revoke --user 0 'com.maker' 'LOCATION'",
    "pm revoke --user 0 'com.calls' 'CALL'",
    "pm revoke --user 0 'com.messages' 'CALL'",
    "pm grant --user 0 'com.maker' 'CAMERA'",
    "pm grant --user 0 'com.calls' 'SMS'",
    "pm grant --user 0 'com.messages' 'SMS'",
  ]);
});

test('an old baseline without shared users’ permissions is valid, and still shows added ones', () => {
  const { shared_permissions: _, ...rest } = baseline;
  // Old baselines list shared users' permissions under the package that was printed last.
  const old = deviceBaseline.parse({ ...rest, permissions: ['com.last SMS', 'com.maker CAMERA'] });
  expect(describeFailures(checkSnapshot(clean, old))).toBe('');
  expect(restoreCommands(clean, old).filter((command) => /grant|revoke/.test(command))).toEqual([]);
  const now = { ...clean, permissions: ['com.last SPY'], shared_permissions: ['uid.phone CALL'] };
  expect(describeFailures(checkSnapshot(now, old))).toBe('permissions: com.last SPY, uid.phone CALL');
});

test('access that Android can’t list matches the baseline and needs no command', () => {
  const special_access = [...(baseline.special_access ?? []), 'app_op PROJECT_MEDIA ?'];
  const before = { ...baseline, special_access };
  expect(describeFailures(checkSnapshot({ ...clean, special_access }, before))).toBe('');
  const wrong = describeFailures(checkSnapshot(clean, before));
  expect(wrong).toBe('permissions: app_op PROJECT_MEDIA ? (missing)');
  for (const [now, then] of [[{ ...clean, special_access }, baseline] as const, [clean, before] as const]) {
    expect(restoreCommands(now, then).filter((command) => command.includes('appops'))).toEqual([]);
  }
});

test('a check’s detail is bounded and has one line', () => {
  const many = createCheckResult('shell_files', 'none', Array(20).fill(`a\nb${'x'.repeat(300)}`));
  expect(many.detail).not.toContain('\n');
  expect(many.detail.length).toBeLessThanOrEqual(500);
  expect(createCheckResult('users', 'right', Array(7).fill('u')).detail).toBe('u, u, u, u, u and 2 more');
});

test('names that a tenant chose can’t break out of a command', () => {
  const evil = "x'; rm -rf /; '";
  const commands = restoreCommands(
    {
      ...clean,
      packages: { ...clean.packages, [evil]: '1' },
      settings: { ...clean.settings, secure: { [evil]: '1' } },
    },
    baseline,
  );
  const quoted = `'x'\\''; rm -rf /; '\\'''`;
  expect(commands).toContain(`pm uninstall ${quoted}`);
  expect(commands).toContain(`settings --user 0 delete secure ${quoted}`);
});

test('names of Object’s own properties are ordinary keys', () => {
  const now = { ...clean, settings: { ...clean.settings, secure: { constructor: '1' } } };
  expect(describeFailures(checkSnapshot(now, baseline))).toBe('settings: secure constructor');
});
