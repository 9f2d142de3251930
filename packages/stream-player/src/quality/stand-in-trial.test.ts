import { expect, it } from 'vitest';
import { createLeanTrial } from './stand-in-trial.ts';

const fiveMinutesMs = 5 * 60_000;

/** A trial that asks twice a second, as the player does, and what it says at each second. */
function openTrial() {
  const trial = createLeanTrial({
    isLean: (quality) => quality === 'lean',
    full: 'focus',
    patienceMs: 8_000,
  });
  let nowMs = 0;
  return {
    trial,
    see: () => trial.sawPicture(nowMs),
    /** Answers whether it asked for the lean capture at the end. */
    run(forMs: number, each: () => void = () => undefined): boolean {
      let asks = false;
      for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 500) {
        each();
        asks = trial.mayAsk(nowMs);
      }
      return asks;
    },
  };
}

it('a lean picture that comes is shown and stays', () => {
  const { trial, run, see } = openTrial();
  see();
  expect(run(2_000, see)).toBe(true);
  expect(trial.isShown).toBe(false);
  trial.brings('lean');
  see();
  expect(trial.isShown).toBe(true);
  expect(run(60_000)).toBe(true);
});

it('a change to lean that brings none is given up for minutes, then tried again', () => {
  const { trial, run, see } = openTrial();
  see();
  expect(run(8_000, see)).toBe(true);
  expect(run(1_000, see)).toBe(false);
  expect(trial.isShown).toBe(false);
  expect(run(fiveMinutesMs - 2_000, see)).toBe(false);
  expect(run(2_000, see)).toBe(true);
});

it('who comes to lean after a reconnect and sees nothing asks for the full picture, and stays with it', () => {
  const { trial, run, see } = openTrial();
  trial.brings('lean');
  see();
  trial.begin();
  trial.brings('lean');
  expect(run(8_000)).toBe(true);
  expect(run(1_000)).toBe(false);
  trial.brings('focus');
  see();
  expect(run(60_000, see)).toBe(false);
});

it('a phone that brings no picture at all is not taken for one without the lean one', () => {
  const { trial, run, see } = openTrial();
  see();
  run(1_000);
  trial.lostPhone();
  expect(run(9_000)).toBe(false);
  expect(run(8_000)).toBe(true);
  trial.brings('lean');
  see();
  expect(run(60_000)).toBe(true);
});

it('while nothing is expected nobody waits', () => {
  const { trial, run } = openTrial();
  let nowMs = 0;
  const hold = () => {
    trial.hold(nowMs);
    nowMs += 500;
  };
  expect(run(60_000, hold)).toBe(true);
  expect(run(9_000)).toBe(false);
});
