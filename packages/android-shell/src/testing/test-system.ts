import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PhoneModel } from '@pocketfleet/phone-parts';
import { type AndroidDouble, androidDouble, PIXEL_8 } from '@pocketfleet/phone-parts/testing/android-double';
import { createPhoneSystem, type PhoneSystem } from '../phone-system.ts';

export interface TestSystem extends PhoneSystem, Disposable {
  readonly android: AndroidDouble;
  readonly stateDir: string;
}

/**
 * A phone's system with a double of the drawn half. Without a folder, it has one of its own, which is removed at the
 * end.
 */
export function createTestSystem(
  givenDir?: string,
  model: Partial<PhoneModel> = {},
  now: () => number = Date.now,
): TestSystem {
  const stateDir = givenDir ?? mkdtempSync(join(tmpdir(), 'phone-system-'));
  const noSockets = (): never => {
    throw new Error('this phone has no sockets');
  };
  const deps = { now, android: () => android.half, reboot: () => undefined };
  const system = createPhoneSystem(deps, { ...PIXEL_8, ...model }, stateDir);
  const android = androidDouble(system.androidWorld({ listen: noSockets, connect: noSockets }));
  system.world.battery.measure({ level: 87, charging: true });
  return {
    ...system,
    android,
    stateDir,
    [Symbol.dispose]() {
      if (givenDir === undefined) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
