// Puts a phone's Android half together: windows and apps on one side, scrcpy servers on the other.

import { createEncoderFaults, type EncoderFaults } from '../encoder/encoder-faults.ts';
import type { H264Settings } from '../encoder/h264-encoder.ts';
import { type Recording, record } from '../encoder/recording.ts';
import type { AndroidHalf, AndroidWorld, ScrcpyRun } from '../phone-parts.ts';
import { startScrcpyServer } from '../scrcpy/server.ts';
import { createSystem } from './system.ts';

/** The Android half with what only tests need. */
export interface AndroidHalfWithFaults extends AndroidHalf {
  readonly encoderFaults: EncoderFaults;
  /** Records `count` pictures of what the phone shows; `step` moves it on between two. */
  record(settings: H264Settings, count: number, step: (index: number) => void): Promise<Recording>;
  /** Streams started from now on replay this recording, or show the screen again. */
  replay(recording: Recording | undefined): void;
}

/** Fingers of different scrcpy clients are kept apart by ranges of ids; a shell's `input` uses those below. */
const POINTERS_FOR_EACH_CLIENT = 16;
const CLIENT_RANGES = 64;

export async function startAndroid(world: AndroidWorld): Promise<AndroidHalfWithFaults> {
  const system = await createSystem(world);
  const faults = createEncoderFaults();
  const runs = new Set<ScrcpyRun>();
  let started = 0;
  let recording: Recording | undefined;
  return {
    screen: system.screen,
    encoderFaults: faults,
    record: (settings, count, step) => record(system.picture, settings, count, step),
    replay(next) {
      recording = next;
    },
    startScrcpyServer(argv, print) {
      const firstPointerId = POINTERS_FOR_EACH_CLIENT * (1 + (started++ % CLIENT_RANGES));
      const host = {
        world,
        screen: system.screen,
        panels: system.panels,
        picture: system.picture,
        sound: system.sound,
        faults,
        recording,
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
      await system.stop();
    },
  };
}
