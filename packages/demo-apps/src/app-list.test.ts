import { systemPackages } from '@pocketfleet/android-shell';
import { expect, test } from 'vitest';
import { DEMO_APPS } from './app-list.ts';

test.each(DEMO_APPS)('$packageName is a package of a new phone, with a launcher activity', (app) => {
  const known = systemPackages({ androidVersion: '15', apiLevel: 35 }).find(
    ({ name }) => name === app.packageName,
  );
  expect(known?.launcherActivity).toContain(`${app.packageName}.`);
});
