import { expect, it } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

it.each([
  [0, 0.5, 250],
  [1, 0.5, 500],
  [6, 0.5, 15_000],
  [1_000, 0.5, 15_000],
  [0, 0, 188],
  [0, 1, 313],
])('after %d failures with spread %d it waits %d ms', (failures, random, delay) => {
  expect(reconnectDelayMs(failures, random)).toBe(delay);
});
