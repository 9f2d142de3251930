// Starts the drawn half of a phone: the screen with its apps, and the scrcpy servers that stream it.

import { DEMO_APPS } from '@pocketfleet/demo-apps';
import { type AndroidHalf, type AndroidWorld, KEY, type ScrcpyRun } from '@pocketfleet/phone-parts';
import { createSystem, type System } from '@pocketfleet/phone-screen';
import {
  EncoderFaults,
  type Recording,
  record,
  startScrcpyServer,
  videoSize,
} from '@pocketfleet/scrcpy-server';

/** Each scrcpy client has a range of pointer ids; the shell's `input` uses the ids below them. */
const POINTERS_FOR_EACH_CLIENT = 16;
const CLIENT_RANGES = 64;

export async function startAndroid(world: AndroidWorld): Promise<AndroidHalf> {
  const system = createSystem(world, DEMO_APPS);
  const faults = new EncoderFaults();
  const runs = new Set<ScrcpyRun>();
  let started = 0;
  let recording: Recording | undefined;
  let ownRecording: Recording | undefined;
  return {
    screen: system.screen,
    async setEncoderFaults(state) {
      faults.set(state);
      ownRecording ??= state.recorded ? await recordFeed(system) : undefined;
      recording = state.recorded ? ownRecording : undefined;
    },
    startScrcpyServer(argv, print) {
      const firstPointerId = POINTERS_FOR_EACH_CLIENT * (1 + (started++ % CLIENT_RANGES));
      const nowUs = () => Math.round(performance.now() * 1000);
      const host = { ...system, world, faults, recording, nowUs, firstPointerId };
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

const RECORDED_SIDE = 800;
const RECORDED_FPS = 30;
const RECORDED_PICTURES = 60;

/** Two seconds of a scrolled list, as much movement as an active viewer causes. */
async function recordFeed({ screen, picture }: System): Promise<Recording> {
  screen.setPower(true);
  screen.key('down', KEY.MENU, 0);
  screen.startActivity({ package: 'com.android.feed' });
  const size = videoSize(picture.size, RECORDED_SIDE);
  const { width, height } = screen.display;
  const settings = { ...size, bitsPerSecond: 2_000_000, framesPerSecond: RECORDED_FPS };
  try {
    return await record(picture, settings, RECORDED_PICTURES, () =>
      screen.scroll(width / 2, height / 2, 0, -0.5),
    );
  } finally {
    screen.forceStop('com.android.feed');
  }
}
