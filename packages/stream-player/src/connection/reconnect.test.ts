import { closeCodes } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { reconnectDelayMs, tryLimitMs, verdictOfClose } from './reconnect.ts';

it.each([
  [0, 0, 250],
  [24, 29_999, 250],
  [25, 30_000, 500],
  [28, 34_000, 4_000],
  [29, 38_000, 5_000],
  [1000, 900_000, 5_000],
])('after %i tries and %i ms the next one comes in %i ms', (attempt, sinceLossMs, delayMs) => {
  expect(reconnectDelayMs(attempt, sinceLossMs)).toBe(delayMs);
});

it('limits each try to one second while the loss is fresh, and gives slow lines longer later', () => {
  expect(tryLimitMs(1, 500)).toBe(1_000);
  expect(tryLimitMs(40, 31_000)).toBe(5_000);
  expect(tryLimitMs(0, 0)).toBe(5_000);
});

it.each<[keyof typeof closeCodes, boolean, number]>([
  ['normal', false, 0],
  ['going_away', true, 0],
  ['bad_message', false, 0],
  ['ticket_refused', true, 0],
  ['not_allowed', false, 0],
  ['session_ended', false, 0],
  ['assignment_ended', false, 0],
  ['device_quarantined', false, 0],
  ['device_offline', true, 1_000],
  ['too_many', true, 1_000],
  ['too_slow', true, 0],
  ['server_error', true, 0],
])('closed with %s: reconnects %s, after %i ms at least, and says why', (reason, reconnect, leastDelayMs) => {
  const { code, detail } = closeCodes[reason];
  expect(verdictOfClose(code)).toEqual({ reconnect, detail, leastDelayMs });
});

it('there is a case for each close code, and those that are not ours reconnect', () => {
  expect(Object.keys(closeCodes)).toHaveLength(12);
  for (const code of [1005, 1006, 1011, 1012]) expect(verdictOfClose(code).reconnect).toBe(true);
});
