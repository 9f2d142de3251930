// Pure: finds the earliest start at which enough phones are free for a whole rental. Instants are milliseconds since
// 1970. A rental's length depends on its start, because months differ.
import type { ChosenModel } from '@pocketfleet/contract';
import { addMonths, endOfPeriod, type PeriodType } from '@pocketfleet/rules';

/** A time [from, until) in which one phone has no booking. Gaps of one phone don't overlap. */
export type Gap = { from_ms: number; until_ms: number; model?: string };

export type RentalInput = {
  phoneCount: number;
  unit: PeriodType;
  periods: number;
  turnoverMs: number;
  /** How many of the phones must be of which model. */
  models?: readonly ChosenModel[];
};

type Interval = readonly [from: number, to: number];

const dayMs = 86_400_000;

/** The earliest start in [fromMs, untilMs] at which enough phones are free; undefined if there is none. */
export function findEarliestStart(
  gaps: readonly Gap[],
  input: RentalInput,
  fromMs: number,
  untilMs: number,
): number | undefined {
  const changes: { at: number; by: 1 | -1; model: string | undefined }[] = [];
  for (const gap of gaps) {
    const notBefore = Math.max(fromMs, gap.from_ms);
    for (const [first, last] of startsThatEndBy(gap.until_ms - input.turnoverMs, input, notBefore)) {
      const [from, to] = [Math.max(first, notBefore), Math.min(last, untilMs)];
      const { model } = gap;
      if (from <= to) changes.push({ at: from, by: 1, model }, { at: to, by: -1, model });
    }
  }
  // Intervals are closed: at one instant, beginnings are counted before ends.
  changes.sort((a, b) => a.at - b.at || b.by - a.by);
  const chosen = input.models ?? [];
  let free = 0;
  const freeOf = new Map<string | undefined, number>();
  for (const { at, by, model } of changes) {
    free += by;
    freeOf.set(model, (freeOf.get(model) ?? 0) + by);
    const areEnough = chosen.every((each) => (freeOf.get(each.model) ?? 0) >= each.count);
    if (free >= input.phoneCount && areEnough) return at;
  }
  return undefined;
}

/** Says whether all phones of a selection are free, and how many of them. `freeOf` counts each model of the stock. */
export function countAvailable(
  phoneCount: number,
  chosen: readonly ChosenModel[],
  freeOf: ReadonlyMap<string, number>,
): { available: boolean; count: number } {
  const total = [...freeOf.values()].reduce((sum, free) => sum + free, 0);
  const wanted = chosen.reduce((sum, { count }) => sum + count, 0);
  const named = chosen.reduce((sum, { model, count }) => sum + Math.min(count, freeOf.get(model) ?? 0), 0);
  // The phones of any model never stand in for those of a chosen one.
  const count = named + Math.min(phoneCount - wanted, total - named);
  return { available: count === phoneCount, count };
}

/** The shortest and the longest time that the rental can take, depending on its start, with the turnover. */
export function lengthsOf({ unit, periods, turnoverMs }: RentalInput): { leastMs: number; mostMs: number } {
  const days = (count: number): number => count * periods * dayMs + turnoverMs;
  if (unit === 'month') return { leastMs: days(28), mostMs: days(31) };
  const lengthMs = endOfPeriod(0, unit, periods) + turnoverMs;
  return { leastMs: lengthMs, mostMs: lengthMs };
}

/**
 * The starts, as closed intervals, from which a rental ends at or before `endMs`. With months this isn't one interval: a
 * rental from the evening of 30 January ends after one from the morning of 31 January, both on the last day of February.
 */
function startsThatEndBy(endMs: number, { unit, periods }: RentalInput, notBefore: number): Interval[] {
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
