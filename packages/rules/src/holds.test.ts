import { expect, it } from 'vitest';
import { holdLeftMs, refuseUnpaidHold, type UnpaidHolds } from './holds.ts';

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

const nowMs = Date.parse('2026-11-23T10:00:00Z');
const agoMs = (minutes: number) => nowMs - minutes * minuteMs;
const nothing: UnpaidHolds = {
  hasPaid: false,
  minutesInDay: 0,
  minutesInHour: 0,
  lastEndedMs: null,
  firstTakenMs: null,
};
const once = { minutesInDay: 15, minutesInHour: 15, lastEndedMs: agoMs(1), firstTakenMs: agoMs(16) };
const twice = { ...once, minutesInDay: 30, minutesInHour: 30, firstTakenMs: agoMs(32) };
const fiveTimes = { ...once, minutesInDay: 125, minutesInHour: 0, firstTakenMs: agoMs(600) };

it.each<[string, Partial<UnpaidHolds>, number, ReturnType<typeof refuseUnpaidHold>]>([
  ['a first order of fifty phones', {}, 50, null],
  ['the same phones again after they ran out once', once, 20, null],
  ['more than twenty after going back and forth', { ...once, minutesInDay: 14 }, 50, null],
  ['more than twenty after that', once, 21, { reason: 'phones', mostPhones: 20 }],
  ['a third time at once', twice, 1, { reason: 'pause', againAtMs: nowMs + 9 * minuteMs }],
  ['a third time after ten minutes', { ...twice, lastEndedMs: agoMs(10) }, 1, null],
  ['after five whole holds', fiveTimes, 1, { reason: 'day', againAtMs: agoMs(600) + 24 * 60 * minuteMs }],
  ['fifty phones, who has paid before', { ...twice, hasPaid: true }, 50, null],
  ['after five whole holds, who has paid before', { ...fiveTimes, hasPaid: true }, 50, null],
  [
    'after ten hours, who has paid before',
    { ...fiveTimes, minutesInDay: 600, hasPaid: true },
    1,
    { reason: 'day', againAtMs: agoMs(600) + 24 * 60 * minuteMs },
  ],
])('phones may be held unpaid: %s', (_who, held, phones, expected) => {
  expect(refuseUnpaidHold({ ...nothing, ...held }, phones, nowMs)).toEqual(expected);
});
