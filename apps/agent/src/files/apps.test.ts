import { expect, test } from 'vitest';
import { readApps } from './apps.ts';

test('apps are the startable ones and all of the customer’s, his own first, with version', () => {
  const launchable =
    '[server] INFO: List of apps:\n * Settings        com.android.settings\n - My App    org.example.app\n';
  const installed =
    'package:org.example.app versionCode:7\npackage:org.example.service versionCode:1\n\npackage:com.android.settings versionCode:34\n';
  expect(readApps(launchable, installed)).toEqual([
    { package: 'org.example.app', label: 'My App', version: '7', is_system: false },
    { package: 'org.example.service', label: 'org.example.service', version: '1', is_system: false },
    { package: 'com.android.settings', label: 'Settings', version: '34', is_system: true },
  ]);
});

test('a phone that lists nothing has no apps', () => {
  expect(readApps('', '')).toEqual([]);
});
