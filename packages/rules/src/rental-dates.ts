// The start and end of a rental. Instants are milliseconds since 1970; everything is
// computed in UTC, so that browser and server agree in each time zone.
import { type PeriodType, type RentalPeriod, rentalPeriods } from './periods.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Days ahead that a daily rental may start; all others: months (spec section 9). */
export const dailyWindowDays = 7;
export const windowMonths = 6;
/** A start may lie this far in the past, because the page was open for a while. It then becomes now. */
const lateStartMs = 15 * minuteMs;

/** The start plus days, weeks or calendar months in UTC, clamped to the month's last day. */
export function endOfPeriod(startMs: number, unit: PeriodType, periods: number): number {
  if (unit === 'day') return startMs + periods * dayMs;
  if (unit === 'week') return startMs + periods * 7 * dayMs;
  return addMonths(startMs, periods);
}

/** Calendar months in UTC, forward or back: 31 January and one month is the last day of February. */
export function addMonths(ms: number, months: number): number {
  const from = new Date(ms);
  const first = new Date(ms);
  first.setUTCDate(1);
  first.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return first.getTime();
}

/**
 * The end after an extension. Months are counted from the rental's start: from 31 January to 28 February, and
 * two months more, is 30 April, not 28 April. After the start was moved they are counted from the end.
 */
export function endOfExtension(startMs: number, endMs: number, unit: PeriodType, periods: number): number {
  if (unit === 'month') {
    const guess = Math.round((endMs - startMs) / (30.44 * dayMs));
    for (const months of [guess - 1, guess, guess + 1]) {
      if (months > 0 && addMonths(startMs, months) === endMs) return addMonths(startMs, months + periods);
    }
  }
  return endOfPeriod(endMs, unit, periods);
}

/** The period that a rental was made for; of one that was lengthened, the longest that fits into it. */
export function periodOfRental(startMs: number, endMs: number): RentalPeriod | undefined {
  return rentalPeriods.findLast(
    ({ apiPeriodType, periods }) => endOfPeriod(startMs, apiPeriodType, periods) <= endMs,
  );
}

export type StartCheck = 'ok' | 'past' | 'too_far';

/**
 * Judges a start, which the server accepts from 15 minutes ago to the window's last day plus 24 hours. The 24 hours are
 * room for a customer whose day ends up to 12 hours after UTC's.
 */
export function checkStart(startMs: number, unit: PeriodType, nowMs: number): StartCheck {
  if (startMs < nowMs - lateStartMs) return 'past';
  return startMs < latestStart(unit, nowMs) ? 'ok' : 'too_far';
}

/** The first instant that is too far ahead. */
export function latestStart(unit: PeriodType, nowMs: number): number {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const lastDay = unit === 'day' ? today + dailyWindowDays * dayMs : addMonths(today, windowMonths);
  return lastDay + 2 * dayMs;
}

/** A date and time in the customer's time zone. */
export type LocalTime = { year: number; month: number; day: number; hour: number; minute: number };

/**
 * The instant at which clocks in `timeZone` (an IANA name) show `local`; undefined where they never do, because
 * the date doesn't exist or summer time skips that hour. Where they show it twice, the first.
 */
export function instantOfLocalTime(local: LocalTime, timeZone: string): number | undefined {
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...clockParts });
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((near) => readClock(clock, near) - near);
  const found = offsets
    .map((offset) => asUtc - offset)
    .filter((instant) => readClock(clock, instant) === asUtc && isWritten(local, asUtc));
  return found.length === 0 ? undefined : Math.min(...found);
}

const clockParts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
} as const;

/** The local date and time at an instant, as if it were UTC. */
function readClock(clock: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(clock.formatToParts(ms).map((part) => [part.type, Number(part.value)]));
  const read = (type: keyof typeof clockParts): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
}

/** False for 30 February and 25 o'clock. */
function isWritten(local: LocalTime, asUtc: number): boolean {
  const date = new Date(asUtc);
  return (
    date.getUTCFullYear() === local.year &&
    date.getUTCMonth() === local.month - 1 &&
    date.getUTCDate() === local.day &&
    date.getUTCHours() === local.hour
  );
}
