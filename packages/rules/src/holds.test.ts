import { expect, it } from 'vitest';
import { holdLeftMs } from './holds.ts';

const minuteMs = 60_000;

it.each([
  [15 * minuteMs + 40, true, 15 * minuteMs, 'a clock that lags 40 ms'],
  [18 * minuteMs, true, 15 * minuteMs, 'one that lags minutes'],
  [25 * minuteMs + 40, false, 25 * minuteMs, 'the same after the extension'],
  [7 * minuteMs, true, 7 * minuteMs, 'in between'],
  [-5_000, false, 0, 'past its end'],
])('%i ms before its end (%s extendable) a hold has %i ms left: %s', (beforeMs, canExtend, leftMs) => {
  const untilMs = Date.parse('2026-11-23T10:00:00Z');
  expect(holdLeftMs(untilMs, untilMs - beforeMs, canExtend)).toBe(leftMs);
});
