import { endOfPeriod, type PeriodType } from '@pocketfleet/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findEarliestStart, type Gap } from './availability.ts';

const hour = 3_600_000;
const at = (iso: string): number => Date.parse(`${iso}:00Z`);
const now = at('2027-01-10T00:00');
const limit = at('2027-07-10T00:00');

/** A phone, as the times between its bookings; a booking without an end is its last. */
function gapsBetween(blocked: readonly (readonly [number, number | null])[], usableFrom = now): Gap[] {
  const gaps: Gap[] = [];
  let from: number | null = usableFrom;
  for (const [start, end] of blocked) {
    if (from !== null && start > from) gaps.push({ from_ms: from, until_ms: start });
    from = end === null || from === null ? null : Math.max(from, end);
  }
  if (from !== null) gaps.push({ from_ms: from, until_ms: at('2028-01-01T00:00') });
  return gaps;
}
const free = gapsBetween([]);
const taken = (...blocked: [string, string | null][]): Gap[] =>
  gapsBetween(blocked.map(([from, until]) => [at(from), until === null ? null : at(until)]));
const input = (phoneCount: number, unit: PeriodType, periods = 1) => ({
  phoneCount,
  unit,
  periods,
  turnoverMs: hour,
});

it.each<[string, Gap[][], ReturnType<typeof input>, string | undefined]>([
  ['an empty stock never has phones', [], input(1, 'day'), undefined],
  ['a free phone is there at once', [free], input(1, 'day'), '2027-01-10T00:00'],
  ['two phones are not one', [free], input(2, 'day'), undefined],
  [
    'a phone comes free after its tenant',
    [taken(['2027-01-09T00:00', '2027-01-12T05:00'])],
    input(1, 'day'),
    '2027-01-12T05:00',
  ],
  ['a tenant without an end never leaves', [taken(['2027-01-09T00:00', null])], input(1, 'day'), undefined],
  [
    'both phones must be free at the same time',
    [
      taken(['2027-01-09T00:00', '2027-01-12T00:00']),
      taken(['2027-01-13T00:00', '2027-01-20T00:00']),
      taken(['2027-01-09T00:00', '2027-01-15T00:00']),
    ],
    input(2, 'day'),
    '2027-01-15T00:00',
  ],
  [
    'a gap must include the turnover',
    [taken(['2027-01-09T00:00', '2027-01-11T00:00'], ['2027-01-12T00:59', '2027-01-14T00:00'])],
    input(1, 'day'),
    '2027-01-14T00:00',
  ],
  [
    'a gap of exactly the period and the turnover is enough',
    [taken(['2027-01-09T00:00', '2027-01-11T00:00'], ['2027-01-12T01:00', '2027-01-14T00:00'])],
    input(1, 'day'),
    '2027-01-11T00:00',
  ],
  [
    'midnight of a clamped month end comes before the evening ahead of it',
    [taken(['2027-01-09T00:00', '2027-01-29T20:00'], ['2027-02-28T05:00', '2027-06-01T00:00'])],
    input(1, 'month'),
    '2027-01-30T00:00',
  ],
  [
    'no start is offered beyond the limit',
    [taken(['2027-01-09T00:00', '2027-07-11T00:00'])],
    input(1, 'day'),
    undefined,
  ],
  [
    'a phone that is not usable yet counts from the time when it is',
    [gapsBetween([], at('2027-01-11T01:00'))],
    input(1, 'week'),
    '2027-01-11T01:00',
  ],
])('%s', (_name, stock, want, expected) => {
  const start = findEarliestStart(stock.flat(), want, now, limit);
  expect(start && new Date(start).toISOString().slice(0, 16)).toBe(expected);
});

it('B6: is the least start at which the same request can be met, as trying every hour finds it', () => {
  const spanH = 24 * 70;
  const device = fc
    .array(fc.tuple(fc.nat(spanH), fc.integer({ min: 1, max: 24 * 12 })), { maxLength: 6 })
    .map((pairs): [number, number][] => {
      const blocked: [number, number][] = [];
      let end = 0;
      for (const [startH, lengthH] of pairs.sort((a, b) => a[0] - b[0])) {
        const from = Math.max(startH, end);
        end = from + lengthH;
        blocked.push([now + from * hour, now + end * hour]);
      }
      return blocked;
    });
  const unit = fc.constantFrom<PeriodType>('day', 'week', 'month');
  fc.assert(
    fc.property(
      fc.array(device, { maxLength: 5 }),
      unit,
      fc.integer({ min: 1, max: 3 }),
      (stock, u, count) => {
        const want = input(count, u);
        const until = now + 90 * 24 * hour;
        let expected: number | undefined;
        for (let start = now; start <= until && expected === undefined; start += hour) {
          const end = endOfPeriod(start, u, 1) + hour;
          const isFree = (bookings: [number, number][]): boolean =>
            bookings.every(([from, to]) => to <= start || from >= end);
          if (stock.filter(isFree).length >= count) expected = start;
        }
        const gaps = stock.flatMap((bookings) => gapsBetween(bookings));
        expect(findEarliestStart(gaps, want, now, until)).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});
