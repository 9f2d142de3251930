import { expect, test } from 'vitest';
import { readApps, separator } from './apps.ts';

test('apps are the startable ones and all of the customer’s, his own first, with version', () => {
  const launchable =
    '[server] INFO: List of apps:\n * Settings        com.android.settings\n - My App    org.example.app\n';
  const installed = `package:org.example.app versionCode:7\npackage:org.example.service versionCode:1\n${separator}\npackage:com.android.settings versionCode:34\n`;
  expect(readApps(launchable, installed)).toEqual([
    { package: 'org.example.app', label: 'My App', version: '7', is_system: false },
    { package: 'org.example.service', label: 'org.example.service', version: '1', is_system: false },
    { package: 'com.android.settings', label: 'Settings', version: '34', is_system: true },
  ]);
});

test('a phone without apps of the customer’s shows none of the maker’s as his', () => {
  const apps = readApps('', `${separator}\npackage:com.android.systemui versionCode:35\n`);
  expect(apps).toEqual([]);
});

test('a phone that lists nothing has no apps', () => {
  expect(readApps('', '')).toEqual([]);
});
