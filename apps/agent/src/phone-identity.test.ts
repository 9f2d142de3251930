// A phone's identity and facts, whatever its tenant, its maker and its cables do.
import type { Adb } from '@yume-chan/adb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLab, type PhoneLab } from '../test/phone-lab.ts';
import { parseHealth } from './adb/device-facts.ts';
import { listAppsCommand, serverPath } from './scrcpy/server-process.ts';

let lab: PhoneLab;
beforeEach(() => {
  lab = openLab();
});
afterEach(() => lab.stop());

const shell = (command: string) => (adb: Adb) => adb.subprocess.noneProtocol.spawnWaitText(command);

test('a tenant’s settings change neither the phone’s identity nor its size', async () => {
  const phone = await lab.addPhone();
  const { runner, reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state).toBe('ready');
  const before = reports.at(-1);
  await runner.withAdb(shell('wm size 20000x20000'));
  phone.world.settings.set('secure', 'android_id', '1111');
  await phone.reboot();
  await expect.poll(() => reports.some(({ state }) => state === 'absent')).toBe(true);
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  expect({ ...reports.at(-1), storage_free_bytes: 0 }).toEqual({ ...before, storage_free_bytes: 0 });
});

test('a scrcpy server that a tenant has replaced is restored before it runs', async () => {
  const phone = await lab.addPhone();
  const { runner, reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state).toBe('ready');
  await runner.withAdb(shell(`echo mine > ${serverPath}`));
  const keys: boolean[] = [];
  const watch = () => runner.capture('tile').join({ send: (_, __, key) => keys.push(key), failed: watch });
  watch();
  await expect.poll(() => keys.includes(true)).toBe(true);
  const size = () => runner.withAdb(shell(`wc -c < ${serverPath}`)).then(Number);
  expect(await size()).toBeGreaterThan(50_000);

  await runner.withAdb(shell(`echo mine > ${serverPath}`));
  await runner.ensureServer();
  expect(await size()).toBeGreaterThan(50_000);
  expect(await runner.withAdb(shell(listAppsCommand))).toContain('com.android.settings');
});

test('two phones with the same serial have different identities', async () => {
  const serial = '0123456789ABCDEF';
  const [one, two] = [await lab.addPhone({ serial }, 0), await lab.addPhone({ serial }, 1)];
  const runners = [lab.addRunner(one.port), lab.addRunner(two.port)];
  await expect
    .poll(() => runners.map(({ reports }) => reports.at(-1)?.state), { timeout: 60_000 })
    .toEqual(['ready', 'ready']);
  expect(new Set(runners.map(({ runner }) => runner.identity)).size).toBe(2);
});

test('two phones with the same identity are both quarantined until one is disconnected', async () => {
  const [one, two] = [await lab.addPhone(), await lab.addPhone()];
  const first = lab.addRunner(one.port);
  await expect.poll(() => first.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  const second = lab.addRunner(two.port);
  await expect
    .poll(() => [first, second].map(({ reports }) => reports.at(-1)?.state), { timeout: 60_000 })
    .toEqual(['quarantined', 'quarantined']);
  expect(first.reports.at(-1)?.reason).toMatch(/reports the same identity/);
  expect(() => first.runner.capture('tile')).toThrow();

  await two.setFaults({ unplugged: true });
  await expect.poll(() => first.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
});

test('a phone with two connections is served through one of them, and through the other when the first ends', async () => {
  const phone = await lab.addPhone();
  const first = lab.addRunner(phone.port);
  await expect.poll(() => first.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  const second = lab.addRunner(phone.port);
  await expect.poll(() => second.connections(), { timeout: 60_000 }).toBeGreaterThan(1);
  await first.runner.stop();
  await expect.poll(() => second.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  expect(first.reports.map(({ state }) => state)).not.toContain('quarantined');
});

test('health is reported only when it has changed', async () => {
  const phone = await lab.addPhone();
  const { reports } = lab.addRunner(phone.port);
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  expect(reports.at(-1)).toMatchObject({
    model: 'Pixel 8',
    android_version: '15',
    battery_level: 87,
    battery_temperature_tenths: 274,
    charging: true,
  });
  const before = reports.length;
  await phone.setFaults({ batteryLevel: 9 });
  await expect.poll(() => reports.at(-1)?.battery_level, { timeout: 60_000 }).toBe(9);
  expect(reports.at(-1)?.charging).toBe(false);
  expect(reports.length).toBe(before + 1);
});

test('the name on the box is reported where the maker has stored it', async () => {
  const { reports } = lab.addRunner((await lab.addPhone({}, 8)).port);
  const { reports: others } = lab.addRunner((await lab.addPhone({}, 2)).port);
  await expect.poll(() => reports.at(-1)?.marketing_name, { timeout: 60_000 }).toBe('Redmi Note 13 4G');
  await expect.poll(() => others.at(-1)?.marketing_name, { timeout: 60_000 }).toBe(null);
});

test.each([
  ['a level of a tenant’s own', '  level: 4711', { battery_level: null }],
  ['a temperature of a tenant’s own', '  temperature: 99999', { battery_temperature_tenths: null }],
  ['nothing at all', '', { battery_level: null, battery_temperature_tenths: null, charging: null }],
])('a battery report with %s is not valid', (_, battery, expected) => {
  expect(parseHealth(battery, 'no such thing')).toMatchObject({ ...expected, storage_free_bytes: null });
});

test('free storage is reported in steps, because it changes all the time', () => {
  const of = (kilobytes: number) =>
    parseHealth('', `Filesystem 1K-blocks Used Available Use% Mounted\n/dev/x 9 9 ${kilobytes} 50% /data`)
      .storage_free_bytes;
  expect(of(1_000_000)).toBe(of(1_010_000));
  expect(of(1_000_000)).not.toBe(of(1_100_000));
});
