import { closeCodes } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { attemptTimeoutMs, outcomeOfClose, reconnectDelayMs } from './reconnect.ts';

it.each([
  [0, 0, 250],
  [24, 29_999, 250],
  [25, 30_000, 500],
  [28, 34_000, 4_000],
  [29, 38_000, 5_000],
  [1000, 900_000, 5_000],
])('after %i attempts and %i ms the next one follows in %i ms', (attempt, sinceLossMs, delayMs) => {
  expect(reconnectDelayMs(attempt, sinceLossMs)).toBe(delayMs);
});

it('limits each attempt to one second shortly after the loss, and gives slow lines longer later', () => {
  expect(attemptTimeoutMs(1, 500)).toBe(1_000);
  expect(attemptTimeoutMs(40, 31_000)).toBe(5_000);
  expect(attemptTimeoutMs(0, 0)).toBe(5_000);
});

it('gives a page that is overloaded more time with each attempt, up to twenty seconds', () => {
  expect(attemptTimeoutMs(50, 80_000)).toBe(10_000);
  expect(attemptTimeoutMs(100, 900_000)).toBe(20_000);
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
  ['rights_changed', true, 0],
  ['second_factor_needed', false, 0],
  ['not_supported', false, 0],
  ['cut_off', false, 0],
  ['device_offline', true, 1_000],
  ['too_many', true, 1_000],
  ['too_slow', true, 0],
  ['server_error', true, 0],
])('closed with %s: reconnects %s, after at least %i ms, with a detail', (reason, reconnect, minDelayMs) => {
  const { code, detail } = closeCodes[reason];
  expect(outcomeOfClose(code)).toEqual({ reconnect, detail, minDelayMs });
});

it('has a case for each close code, and reconnects after codes that are not ours', () => {
  expect(Object.keys(closeCodes)).toHaveLength(16);
  for (const code of [1005, 1006, 1011, 1012]) expect(outcomeOfClose(code).reconnect).toBe(true);
});
