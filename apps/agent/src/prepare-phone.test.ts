import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LabRunner, openLab, type PhoneLab } from '../test/phone-lab.ts';
import { createTenantUser } from './cleaning/android-users.ts';

let lab: PhoneLab;
beforeEach(() => {
  lab = openLab();
});
afterEach(() => lab.stop());

const userInFront = ({ runner }: LabRunner): Promise<number> =>
  runner.withAdb(async (adb) =>
    Number((await adb.subprocess.noneProtocol.spawnWaitText('am get-current-user')).trim()),
  );

test('a phone that restarts during a rental shows the tenant’s user again', async () => {
  const phone = await lab.addPhone();
  const lane = lab.addRunner(phone.port);
  const { runner, reports } = lane;
  await expect.poll(() => reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  const user = await runner.withAdb((adb) => createTenantUser(adb, '12345678-0000'));
  runner.tenantUser = user;
  expect(await userInFront(lane)).toBe(user);
  const before = reports.length;
  await phone.setFaults({ rebootMs: 50 });
  await phone.reboot();
  const states = () => reports.slice(before).map(({ state }) => state);
  await expect
    .poll(() => states().includes('absent') && states().at(-1) === 'ready', { timeout: 60_000 })
    .toBe(true);
  expect(await userInFront(lane)).toBe(user);

  // The rental is over: the owner stays in front.
  runner.tenantUser = undefined;
  const later = reports.length;
  await runner.hold((held) => held.restart());
  await expect.poll(() => reports.slice(later).at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  expect(await userInFront(lane)).toBe(0);
});
