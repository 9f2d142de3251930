import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AndroidDouble, androidDouble, PIXEL_8 } from '@pocketfleet/phone-parts/testing/android-double';
import { appFiles } from '../files/app-files.ts';
import { createPhoneSystem, type PhoneSystem } from '../phone-system.ts';

export interface TestSystem extends PhoneSystem, Disposable {
  readonly android: AndroidDouble;
  readonly stateDir: string;
}

/** A phone's system with a double of the drawn half, in a folder of its own that is removed at the end. */
export function createTestSystem(givenDir?: string): TestSystem {
  const stateDir = givenDir ?? mkdtempSync(join(tmpdir(), 'phone-system-'));
  const noSockets = (): never => {
    throw new Error('this phone has no sockets');
  };
  const deps = { now: Date.now, android: () => android.half, reboot: () => undefined };
  const system = createPhoneSystem(deps, PIXEL_8, stateDir);
  const { accounts, battery, files, log, model, packages, settings, users } = system.world;
  const android = androidDouble({
    model,
    packages,
    users,
    accounts,
    filesOf: (user) => appFiles(files, user),
    settings,
    battery: battery.state,
    sockets: { listen: noSockets, connect: noSockets },
    stateDir: join(stateDir, 'android'),
    now: Date.now,
    log: (priority, tag, message) => log.add(priority, tag, message),
  });
  battery.measure({ level: 87, charging: true });
  return {
    ...system,
    android,
    stateDir,
    [Symbol.dispose]() {
      if (givenDir === undefined) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
