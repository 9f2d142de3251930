// Pure: the first instant at which so many phones are free for a whole rental. Instants in milliseconds
// since 1970; a rental's length depends on its start, because months differ.
import { addMonths, endOfPeriod, type PeriodType } from '@pocketfleet/rules';

export type Stock = {
  usable_from_ms: number;
  /** [from, until) with the turnover in it, by start and without overlap; until is null for no known end. */
  blocked: readonly (readonly [number, number | null])[];
};

export type Wish = { phoneCount: number; unit: PeriodType; periods: number; turnoverMs: number };

type Interval = readonly [from: number, to: number];

const dayMs = 86_400_000;

/** The least start in [fromMs, untilMs] at which `wish` can be met; undefined if there is none. */
export function findEarliestStart(
  stock: readonly Stock[],
  wish: Wish,
  fromMs: number,
  untilMs: number,
): number | undefined {
  const changes: { at: number; by: 1 | -1 }[] = [];
  for (const device of stock) {
    for (const [from, to] of possibleStarts(device, wish, fromMs, untilMs)) {
      changes.push({ at: from, by: 1 }, { at: to, by: -1 });
    }
  }
  // Both ends of an interval belong to it, so what begins at an instant counts before what ends at it.
  changes.sort((a, b) => a.at - b.at || b.by - a.by);
  let free = 0;
  for (const { at, by } of changes) {
    free += by;
    if (free >= wish.phoneCount) return at;
  }
  return undefined;
}

/** When a rental of this device may start: closed intervals, without overlap. */
function possibleStarts(device: Stock, wish: Wish, fromMs: number, untilMs: number): Interval[] {
  const found: Interval[] = [];
  let gapStart = Math.max(fromMs, device.usable_from_ms);
  for (const [from, until] of [...device.blocked, [Number.POSITIVE_INFINITY, null] as const]) {
    for (const [first, last] of startsThatEndBy(from - wish.turnoverMs, wish, gapStart)) {
      const interval: Interval = [Math.max(first, gapStart), Math.min(last, untilMs)];
      if (interval[0] <= interval[1]) found.push(interval);
    }
    if (until === null) break;
    gapStart = Math.max(gapStart, until);
  }
  return found;
}

/**
 * The starts whose rental ends at or before `endMs`. With months that isn't one interval: a rental from the
 * evening of 30 January ends after one from the morning of the 31st, both on the last day of February.
 */
function startsThatEndBy(endMs: number, { unit, periods }: Wish, notBefore: number): Interval[] {
  if (endMs === Number.POSITIVE_INFINITY) return [[notBefore, endMs]];
  if (endMs < notBefore) return [];
  if (unit !== 'month') return [[notBefore, endMs - endOfPeriod(0, unit, periods)]];
  const endDay = Math.floor(endMs / dayMs) * dayMs;
  const intervals: Interval[] = [];
  let day = addMonths(endDay, -periods) - 4 * dayMs;
  if (notBefore < day) intervals.push([notBefore, day - 1]);
  for (let step = 0; step < 9; step += 1, day += dayMs) {
    const lastDay = addMonths(day, periods);
    if (lastDay < endDay) intervals.push([day, day + dayMs - 1]);
    if (lastDay === endDay) intervals.push([day, day + (endMs - endDay)]);
  }
  return intervals;
}
