import { expect, test } from 'vitest';
import { Restarts } from './restarts.ts';

const encoderError = '[server] ERROR: Capture/encoding error: java.lang.IllegalStateException: null';
const lost = { why: 'scrcpy-server closed a socket', output: '', hadPicture: false };

test('an encoder that fails is asked for 640, 480 and 320 pixels, and then given up in a sentence', () => {
  const restarts = new Restarts(1600);
  for (const size of [640, 480, 320]) {
    expect(restarts.next({ ...lost, output: encoderError })).toEqual({ afterMs: 0 });
    expect(restarts.maxSize).toBe(size);
  }
  expect(restarts.next({ ...lost, output: encoderError })).toEqual({
    failed: expect.stringContaining('video encoder fails'),
  });
});

test('no size is asked for that is larger than the wanted one', () => {
  const restarts = new Restarts(432);
  restarts.next({ ...lost, output: encoderError });
  expect(restarts.maxSize).toBe(320);
});

test('what else ends a server is tried three times in a row, at the same size', () => {
  const restarts = new Restarts(800);
  const others = [
    lost,
    { ...lost, output: '[server] ERROR: Audio encoding error' },
    { ...lost, output: encoderError, hadPicture: true },
  ];
  expect(others.map((one) => restarts.next(one))).toEqual([
    { afterMs: 250 },
    { afterMs: 500 },
    { afterMs: 750 },
  ]);
  expect(restarts.next(lost)).toEqual({ failed: lost.why });
  restarts.proven();
  expect(restarts.next(lost)).toEqual({ afterMs: 250 });
  expect(restarts.maxSize).toBe(800);
});
