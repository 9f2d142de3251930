import { expect, it } from 'vitest';
import { createStandInTrial } from './stand-in-trial.ts';

const fiveMinutesMs = 5 * 60_000;

/** A trial that is used twice a second, as the player does. */
function openTrial() {
  const trial = createStandInTrial({
    isStandIn: (quality) => quality === 'lean',
    full: 'focus',
    timeoutMs: 8_000,
  });
  let nowMs = 0;
  return {
    trial,
    see: () => trial.onVideo(nowMs),
    /** Returns whether it requested the lean capture at the end. */
    run(forMs: number, each: () => void = () => undefined): boolean {
      let requests = false;
      for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 500) {
        each();
        requests = trial.mayRequest(nowMs);
      }
      return requests;
    },
  };
}

it('a lean capture that sends video is shown and stays', () => {
  const { trial, run, see } = openTrial();
  see();
  expect(run(2_000, see)).toBe(true);
  expect(trial.isShown).toBe(false);
  trial.onQuality('lean');
  see();
  expect(trial.isShown).toBe(true);
  expect(run(60_000)).toBe(true);
});

it('a change to lean that brings no video is abandoned for minutes, then tried again', () => {
  const { trial, run, see } = openTrial();
  see();
  expect(run(8_000, see)).toBe(true);
  expect(run(1_000, see)).toBe(false);
  expect(trial.isShown).toBe(false);
  expect(run(fiveMinutesMs - 2_000, see)).toBe(false);
  expect(run(2_000, see)).toBe(true);
});

it('a viewer who joins lean after a reconnect and receives no video requests the full capture, and stays with it', () => {
  const { trial, run, see } = openTrial();
  trial.onQuality('lean');
  see();
  trial.restart();
  trial.onQuality('lean');
  expect(run(8_000)).toBe(true);
  expect(run(1_000)).toBe(false);
  trial.onQuality('focus');
  see();
  expect(run(60_000, see)).toBe(false);
});

it('a phone without any video does not count as one that has no lean capture', () => {
  const { trial, run, see } = openTrial();
  see();
  run(1_000);
  trial.onPhoneLost();
  expect(run(9_000)).toBe(false);
  expect(run(8_000)).toBe(true);
  trial.onQuality('lean');
  see();
  expect(run(60_000)).toBe(true);
});

it('time in which no packets are expected does not count as waiting', () => {
  const { trial, run } = openTrial();
  let nowMs = 0;
  const hold = () => {
    trial.hold(nowMs);
    nowMs += 500;
  };
  expect(run(60_000, hold)).toBe(true);
  expect(run(9_000)).toBe(false);
});
