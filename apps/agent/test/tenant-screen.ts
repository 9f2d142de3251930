// A virtual phone with a tenant's user, and the reader of its screen.
import type { Phone } from '@pocketfleet/virtual-phone';
import { expect } from 'vitest';
import { createTenantUser } from '../src/cleaning/android-users.ts';
import { DeviceScreen } from '../src/screen/device-screen.ts';
import type { LabRunner, PhoneLab } from './phone-lab.ts';

/** `base`: another one for each further phone of the lab. */
export async function openTenantScreen(
  lab: PhoneLab,
  base = 0,
): Promise<{ phone: Phone; lane: LabRunner; user: number; screen: DeviceScreen }> {
  const phone = await lab.addPhone({}, base);
  const lane = lab.addRunner(phone.port);
  await expect.poll(() => lane.reports.at(-1)?.state, { timeout: 60_000 }).toBe('ready');
  const user = await lane.runner.withAdb((adb) => createTenantUser(adb, '12345678-0000'));
  return { phone, lane, user, screen: new DeviceScreen(lane.runner, user) };
}
