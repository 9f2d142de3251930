// Puts a phone's Android half together: windows and apps on one side, scrcpy servers on the other.

import { createEncoderFaults, type EncoderFaults } from '../encoder/encoder-faults.ts';
import type { AndroidHalf, AndroidWorld, ScrcpyRun } from '../phone-parts.ts';
import { startScrcpyServer } from '../scrcpy/server.ts';
import { createSystem } from './system.ts';

/** The Android half with what only tests need. */
export interface AndroidHalfWithFaults extends AndroidHalf {
  readonly encoderFaults: EncoderFaults;
}

/** Fingers of different scrcpy clients are kept apart by ranges of ids; a shell's `input` uses those below. */
const POINTERS_FOR_EACH_CLIENT = 16;
const CLIENT_RANGES = 64;

export async function startAndroid(world: AndroidWorld): Promise<AndroidHalfWithFaults> {
  const system = await createSystem(world);
  const faults = createEncoderFaults();
  const runs = new Set<ScrcpyRun>();
  let started = 0;
  return {
    screen: system.screen,
    encoderFaults: faults,
    startScrcpyServer(argv, print) {
      const firstPointerId = POINTERS_FOR_EACH_CLIENT * (1 + (started++ % CLIENT_RANGES));
      const host = {
        world,
        screen: system.screen,
        panels: system.panels,
        picture: system.picture,
        sound: system.sound,
        faults,
        nowUs: () => Math.round(performance.now() * 1000),
        firstPointerId,
      };
      const run = startScrcpyServer(host, argv, print);
      runs.add(run);
      void run.done.then(() => runs.delete(run));
      return run;
    },
    async stop() {
      const ending = [...runs];
      for (const run of ending) run.stop();
      await Promise.all(ending.map((run) => run.done));
      system.stop();
    },
  };
}
