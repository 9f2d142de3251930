import { expect, test } from 'vitest';
import { parseApps, separator } from './apps.ts';

test('apps that can be started and all of the customer’s are listed, the customer’s first, with versions', () => {
  const launchable =
    '[server] INFO: List of apps:\n * Settings        com.android.settings\n - My App    org.example.app\n';
  const installed = `package:org.example.app versionCode:7\npackage:org.example.service versionCode:1\n${separator}\npackage:com.android.settings versionCode:34\n`;
  expect(parseApps(launchable, installed)).toEqual([
    { package: 'org.example.app', label: 'My App', version: '7', is_system: false },
    { package: 'org.example.service', label: 'org.example.service', version: '1', is_system: false },
    { package: 'com.android.settings', label: 'Settings', version: '34', is_system: true },
  ]);
});

test('a version is shown by its name where the phone names one, and never by that of a hidden older app', () => {
  const installed = `package:org.example.app versionCode:7\n${separator}\npackage:com.android.settings versionCode:34\n`;
  const names = [
    '  Package [org.example.app] (1b2c3d4):',
    '    versionName=1.4.2-beta',
    '  Package [com.android.settings] (5f0c1d2):',
    '    versionName=null',
    '  Package [org.example.app] (9a8b7c6):',
    '    versionName=1.0',
  ].join('\n');
  const launchable = ' * Settings com.android.settings\n - My App org.example.app\n';
  expect(parseApps(launchable, installed, names).map(({ version }) => version)).toEqual(['1.4.2-beta', '34']);
});

test('a maker’s app is not listed as the customer’s', () => {
  const apps = parseApps('', `${separator}\npackage:com.android.systemui versionCode:35\n`);
  expect(apps).toEqual([]);
});

test('a phone that lists nothing has no apps', () => {
  expect(parseApps('', '')).toEqual([]);
});
