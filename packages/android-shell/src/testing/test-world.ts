import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createSocketTable } from '@pocketfleet/adb-device';
import type { AndroidWorld, PhoneModel } from '@pocketfleet/phone-parts';
import type { ShellWorld } from '../shell/shell-world.ts';
import { createTestSystem } from './test-system.ts';

export interface TestWorld extends AndroidWorld, Disposable {
  /** The same phone, as its shell sees it. */
  readonly world: ShellWorld;
  setNow(ms: number): void;
  /** A text file of the owner's shared storage; empty if it is missing. */
  textOf(path: string): string;
  /** Connects to a socket of the phone, as a client of the forward tunnel does. */
  dial(name: string): Duplex;
  /** Waits until the phone connects to a socket of the client, as with the reverse tunnel. */
  accept(name: string): Promise<Duplex>;
}

/** The stored half of a phone, with a clock that the test sets, for tests of the screen and of scrcpy. */
export function createTestWorld(model: Partial<PhoneModel> = {}): TestWorld {
  const sockets = createSocketTable();
  let now = Date.UTC(2026, 10, 20, 10, 22);
  const system = createTestSystem(undefined, model, () => now);
  return {
    ...system.androidWorld(sockets),
    world: system.world,
    setNow: (ms) => {
      now = ms;
    },
    textOf(path) {
      const hostPath = path.replace('/sdcard', join(system.stateDir, 'shared/0'));
      return existsSync(hostPath) ? readFileSync(hostPath, 'utf8') : '';
    },
    dial(name) {
      const socket = sockets.reach(`localabstract:${name}`);
      if (socket === undefined) throw new Error(`nobody listens on ${name}`);
      return socket;
    },
    accept: (name) => new Promise((resolve) => sockets.listen(name, resolve)),
    [Symbol.dispose]: () => system[Symbol.dispose](),
  };
}
