// The positions of moments on the calendar's lane. Pure.

const shownMonths = 6;
export type TimeScale = { fromMs: number; toMs: number };

/** From the beginning of today (UTC) on. */
export function scaleFrom(nowMs: number): TimeScale {
  const fromMs = Math.floor(nowMs / 86_400_000) * 86_400_000;
  return { fromMs, toMs: addMonthsUtc(fromMs, shownMonths) };
}

/** Left edge and width in percent of the lane; null for what is outside. An open end reaches the lane's end. */
export function placeOf(
  { fromMs, toMs }: TimeScale,
  startsMs: number,
  endsMs: number | null,
): { left: number; width: number } | null {
  const first = Math.max(fromMs, startsMs);
  const last = Math.min(toMs, endsMs ?? toMs);
  if (last <= first) return null;
  const percent = (ms: number) => (100 * ms) / (toMs - fromMs);
  return { left: percent(first - fromMs), width: percent(last - first) };
}

/** The position at which each month begins on the lane. The first is at the left edge. */
export function monthsOf(scale: TimeScale): { name: string; left: number }[] {
  const months = [{ name: monthName(scale.fromMs), left: 0 }];
  const start = new Date(scale.fromMs);
  for (let month = 1; month <= shownMonths; month += 1) {
    const begins = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1);
    if (begins >= scale.toMs) break;
    months.push({
      name: monthName(begins),
      left: (100 * (begins - scale.fromMs)) / (scale.toMs - scale.fromMs),
    });
  }
  return months;
}

const names = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

function monthName(ms: number): string {
  return names.format(ms);
}

function addMonthsUtc(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}
