import { describe, expect, it } from 'vitest';
import { rentalPeriods } from './periods.ts';
import {
  checkStart,
  endOfExtension,
  endOfPeriod,
  instantOfLocalTime,
  latestStart,
  periodOfRental,
} from './rental-dates.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

describe('the end of a rental', () => {
  it.each([
    ['2026-11-20T22:00:00Z', 'day', 1, '2026-11-21T22:00:00Z'],
    ['2026-12-31T23:59:00Z', 'day', 1, '2027-01-01T23:59:00Z'],
    ['2026-12-28T08:00:00Z', 'week', 1, '2027-01-04T08:00:00Z'],
    ['2026-11-20T22:00:00Z', 'week', 2, '2026-12-04T22:00:00Z'],
    ['2026-11-20T22:00:00Z', 'month', 1, '2026-12-20T22:00:00Z'],
    // Month ends are clamped; the day of the start counts, however many months later.
    ['2027-01-31T12:00:00Z', 'month', 1, '2027-02-28T12:00:00Z'],
    ['2027-01-30T12:00:00Z', 'month', 1, '2027-02-28T12:00:00Z'],
    ['2027-01-31T12:00:00Z', 'month', 2, '2027-03-31T12:00:00Z'],
    ['2027-01-31T12:00:00Z', 'month', 3, '2027-04-30T12:00:00Z'],
    ['2026-08-31T00:00:00Z', 'month', 6, '2027-02-28T00:00:00Z'],
    // Leap years.
    ['2028-01-31T12:00:00Z', 'month', 1, '2028-02-29T12:00:00Z'],
    ['2028-02-29T12:00:00Z', 'month', 1, '2028-03-29T12:00:00Z'],
    ['2027-10-31T12:00:00Z', 'month', 4, '2028-02-29T12:00:00Z'],
    ['2100-01-31T12:00:00Z', 'month', 1, '2100-02-28T12:00:00Z'],
    // Both changes of summer time in New York, Berlin and Sydney: a day is 24 hours, a month a month of UTC.
    ['2027-03-14T06:30:00Z', 'day', 1, '2027-03-15T06:30:00Z'],
    ['2027-11-07T05:30:00Z', 'day', 1, '2027-11-08T05:30:00Z'],
    ['2027-03-28T00:30:00Z', 'week', 1, '2027-04-04T00:30:00Z'],
    ['2027-10-31T00:30:00Z', 'week', 1, '2027-11-07T00:30:00Z'],
    ['2027-04-03T15:30:00Z', 'month', 1, '2027-05-03T15:30:00Z'],
    ['2027-10-02T15:30:00Z', 'month', 1, '2027-11-02T15:30:00Z'],
    ['2027-03-01T02:00:00Z', 'month', 1, '2027-04-01T02:00:00Z'],
  ] as const)('%s and %s times %i is %s', (start, unit, periods, end) => {
    expect(iso(endOfPeriod(at(start), unit, periods))).toBe(end);
  });

  it('B7: keeps the time of day, and lies after the start, for every period and hour of three years', () => {
    const hourMs = 3_600_000;
    const first = at('2026-11-01T00:00:00Z');
    let wrong = 0;
    for (let start = first; start < first + 3 * 365 * 24 * hourMs; start += hourMs) {
      for (const { apiPeriodType, periods } of rentalPeriods) {
        const end = endOfPeriod(start, apiPeriodType, periods);
        if (end <= start || (end - start) % (24 * hourMs) !== 0) wrong += 1;
      }
    }
    expect(wrong).toBe(0);
  });
});

describe('the window for a start', () => {
  const now = at('2026-11-20T22:00:00Z');
  it.each([
    ['day', '2026-11-20T21:44:59Z', 'past'],
    ['day', '2026-11-20T21:45:00Z', 'ok'],
    ['day', '2026-11-20T22:00:00Z', 'ok'],
    // 23:59 of the seventh day after today, on the clock of Baker Island (UTC-12).
    ['day', '2026-11-28T11:59:00Z', 'ok'],
    ['day', '2026-11-29T00:00:00Z', 'too_far'],
    ['week', '2026-11-29T00:00:00Z', 'ok'],
    ['month', '2027-05-21T11:59:00Z', 'ok'],
    ['month', '2027-05-22T00:00:00Z', 'too_far'],
  ] as const)('a %s from %s is %s', (unit, start, verdict) => {
    expect(checkStart(at(start), unit, now)).toBe(verdict);
  });

  it('six months from the end of August end with February', () => {
    expect(iso(latestStart('month', at('2026-08-31T10:00:00Z')))).toBe('2027-03-02T00:00:00Z');
  });
});

describe('a local time', () => {
  it.each([
    ['2027-03-14 02:30', 'America/New_York', undefined],
    ['2027-03-14 01:59', 'America/New_York', '2027-03-14T06:59:00Z'],
    ['2027-03-14 03:00', 'America/New_York', '2027-03-14T07:00:00Z'],
    ['2027-11-07 01:30', 'America/New_York', '2027-11-07T05:30:00Z'],
    ['2027-03-28 02:30', 'Europe/Berlin', undefined],
    ['2027-03-28 03:00', 'Europe/Berlin', '2027-03-28T01:00:00Z'],
    ['2027-10-31 02:30', 'Europe/Berlin', '2027-10-31T00:30:00Z'],
    ['2027-10-03 02:30', 'Australia/Sydney', undefined],
    ['2027-04-04 02:30', 'Australia/Sydney', '2027-04-03T15:30:00Z'],
    ['2026-12-01 09:15', 'Asia/Kolkata', '2026-12-01T03:45:00Z'],
    ['2026-12-01 00:00', 'Pacific/Kiritimati', '2026-11-30T10:00:00Z'],
    ['2027-02-30 10:00', 'UTC', undefined],
    ['2027-02-28 25:00', 'UTC', undefined],
  ])('%s in %s is %s', (text, zone, expected) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[- :]/).map(Number);
    const instant = instantOfLocalTime({ year, month, day, hour, minute }, zone);
    expect(instant === undefined ? undefined : iso(instant)).toBe(expected);
  });
});

describe('the end after an extension', () => {
  it.each([
    ['2026-11-20T22:00:00Z', '2026-11-21T22:00:00Z', 'day', 1, '2026-11-22T22:00:00Z'],
    ['2026-11-20T22:00:00Z', '2026-11-21T22:00:00Z', 'month', 1, '2026-12-21T22:00:00Z'],
    // Months go on from the day of the start, also when February has cut one short.
    ['2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z', 'month', 1, '2027-03-31T12:00:00Z'],
    ['2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z', 'month', 2, '2027-04-30T12:00:00Z'],
    ['2027-01-31T12:00:00Z', '2027-03-31T12:00:00Z', 'month', 6, '2027-09-30T12:00:00Z'],
    ['2027-01-31T12:00:00Z', '2027-02-28T12:00:00Z', 'week', 1, '2027-03-07T12:00:00Z'],
    ['2028-01-31T12:00:00Z', '2028-02-29T12:00:00Z', 'month', 12, '2029-02-28T12:00:00Z'],
    // After days the months begin at the present end.
    ['2027-01-24T12:00:00Z', '2027-01-31T12:00:00Z', 'month', 1, '2027-02-28T12:00:00Z'],
  ] as const)('%s to %s and %s times %i is %s', (start, end, unit, periods, newEnd) => {
    expect(iso(endOfExtension(at(start), at(end), unit, periods))).toBe(newEnd);
  });
});

describe('the period of a rental', () => {
  it.each(rentalPeriods)('is $label from its start to its end', ({ value, apiPeriodType, periods }) => {
    const start = at('2026-01-31T10:00:00Z');
    expect(periodOfRental(start, endOfPeriod(start, apiPeriodType, periods))?.value).toBe(value);
  });

  it.each([
    ['2026-11-01T10:00:00Z', '2026-11-03T10:00:00Z', 'day', 'two days'],
    ['2026-11-01T10:00:00Z', '2026-12-02T10:00:00Z', 'month', 'a month and a day'],
    ['2026-11-01T10:00:00Z', '2027-11-01T10:00:00Z', '6-months', 'a year'],
    ['2026-11-01T10:00:00Z', '2026-11-01T11:00:00Z', undefined, 'an hour'],
  ])('from %s to %s is the longest that fits: %s in %s', (from, to, value) => {
    expect(periodOfRental(at(from), at(to))?.value).toBe(value);
  });
});
