// The positions of moments on the calendar's lane. Pure.

const dayMs = 86_400_000;

export const zooms = ['2-weeks', '6-weeks', '3-months', '6-months'] as const;
export type Zoom = (typeof zooms)[number];

/** The longest view, for which rentals are fetched whatever is shown. */
export const widestZoom: Zoom = '6-months';

/** The near views begin a little before today, so that what has just ended is seen. */
const views: Record<Zoom, { pastDays: number; days?: number; months?: number }> = {
  '2-weeks': { pastDays: 1, days: 14 },
  '6-weeks': { pastDays: 3, days: 42 },
  '3-months': { pastDays: 0, months: 3 },
  '6-months': { pastDays: 0, months: 6 },
};

export type TimeScale = { fromMs: number; toMs: number; nowMs: number };

/** From the beginning of today (UTC) on, in near views from some days before. */
export function scaleFrom(nowMs: number, zoom: Zoom = widestZoom): TimeScale {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs;
  const { pastDays, days = 0, months = 0 } = views[zoom];
  const toMs = addMonthsUtc(todayMs, months) + (days - pastDays) * dayMs;
  return { fromMs: todayMs - pastDays * dayMs, toMs, nowMs };
}

/** The position of this moment in percent of the lane. */
export function nowOn({ fromMs, toMs, nowMs }: TimeScale): number {
  return (100 * (nowMs - fromMs)) / (toMs - fromMs);
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

/** The names over the lane with their positions in percent: months, weeks or days, as they fit. The first is at the left edge. */
export function ticksOf(scale: TimeScale): { name: string; left: number }[] {
  const days = (scale.toMs - scale.fromMs) / dayMs;
  const starts = days > 60 ? monthStarts(scale) : dayStarts(scale, days > 20 ? 7 : 1);
  const nameOf = days > 60 ? names : dayNames;
  return [scale.fromMs, ...starts].map((ms) => ({
    name: nameOf.format(ms),
    left: (100 * (ms - scale.fromMs)) / (scale.toMs - scale.fromMs),
  }));
}

function monthStarts({ fromMs, toMs }: TimeScale): number[] {
  const first = new Date(fromMs);
  const starts = [];
  for (let month = 1; ; month += 1) {
    const begins = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1);
    if (begins >= toMs) return starts;
    starts.push(begins);
  }
}

function dayStarts({ fromMs, toMs }: TimeScale, step: number): number[] {
  const starts = [];
  for (let ms = fromMs + step * dayMs; ms < toMs; ms += step * dayMs) starts.push(ms);
  return starts;
}

const dayNames = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const names = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

function addMonthsUtc(ms: number, months: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}
