import { expect, test } from 'vitest';
import { Restarts } from './restarts.ts';

const encoderError = '[server] ERROR: Capture/encoding error: java.lang.IllegalStateException: null';
const lost = { reason: 'scrcpy-server closed a socket', output: '', hadFrame: false };

test('a failing encoder is tried at 640, 480 and 320 pixels, then fails with a sentence', () => {
  const restarts = new Restarts(1600);
  for (const size of [640, 480, 320]) {
    expect(restarts.next({ ...lost, output: encoderError })).toEqual({ delayMs: 0 });
    expect(restarts.maxSize).toBe(size);
  }
  expect(restarts.next({ ...lost, output: encoderError })).toEqual({
    failed: expect.stringContaining('video encoder fails'),
  });
});

test('no size larger than the requested one is tried', () => {
  const restarts = new Restarts(432);
  restarts.next({ ...lost, output: encoderError });
  expect(restarts.maxSize).toBe(320);
});

test('another failure leads to three restarts in a row at the same size', () => {
  const restarts = new Restarts(800);
  const others = [
    lost,
    { ...lost, output: '[server] ERROR: Audio encoding error' },
    { ...lost, output: encoderError, hadFrame: true },
  ];
  expect(others.map((one) => restarts.next(one))).toEqual([
    { delayMs: 250 },
    { delayMs: 500 },
    { delayMs: 750 },
  ]);
  expect(restarts.next(lost)).toEqual({ failed: lost.reason });
  restarts.reset();
  expect(restarts.next(lost)).toEqual({ delayMs: 250 });
  expect(restarts.maxSize).toBe(800);
});
