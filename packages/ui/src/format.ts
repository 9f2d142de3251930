// Moments, durations, counts and sizes as text, for site, panel and console. A moment is in ms since 1970 or an ISO 8601
// text. It is shown in the browser's zone, unless another zone is given.
type Moment = number | string;

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const zoneName = { timeZoneName: 'short' } as const;
const { year: _, ...dayOfYear } = day;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are kept, because making one costs more than using it for a whole list. */
function formatter(options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', timeZone === undefined ? options : { ...options, timeZone });
  formatters.set(key, made);
  return made;
}

function format(options: Intl.DateTimeFormatOptions, at: Moment, zone?: string): string {
  return formatter(options, zone).format(new Date(at));
}

/** The browser's zone: "America/New_York". */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "Nov 23, 2026, 09:00 EST" */
export function formatMoment(at: Moment, zone?: string): string {
  return format({ ...day, ...time, ...zoneName }, at, zone);
}

/** "Nov 23, 09:00 EST" */
export function formatShortMoment(at: Moment): string {
  return format({ ...dayOfYear, ...time, ...zoneName }, at);
}

/** "Nov 23, 09:00", where all moments of a page are in the browser's zone. */
export function formatLocalMoment(at: Moment): string {
  return format({ ...dayOfYear, ...time }, at);
}

/** "Nov 23, 09:00 to Dec 23, 09:00", with the years where there are two. */
export function formatLocalRange(from: Moment, to: Moment): string {
  const [first, last] = [from, to].map((at) => format({ year: 'numeric' }, at));
  const inWords = first === last ? formatLocalMoment : (at: Moment) => format({ ...day, ...time }, at);
  return `${inWords(from)} to ${inWords(to)}`;
}

/** "Nov 23, 2026, 09:00:00 EST" */
export function formatExactMoment(at: Moment): string {
  return format({ ...day, ...time, second: '2-digit', ...zoneName }, at);
}

/** "Nov 23, 2026" */
export function formatDay(at: Moment, zone?: string): string {
  return format(day, at, zone);
}

/** "Nov 23" */
export function formatDayOfYear(at: Moment, zone?: string): string {
  return format(dayOfYear, at, zone);
}

/** "10:41 EST" */
export function formatClock(at: Moment, zone?: string): string {
  return format({ ...time, ...zoneName }, at, zone);
}

/** "America/New_York (EST)": the zone with its name at that moment. */
export function formatZone(at: Moment, zone = browserZone()): string {
  const parts = formatter({ ...time, ...zoneName }, zone).formatToParts(new Date(at));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === zone ? zone : `${zone} (${name})`;
}

/** "12:48": the minutes and seconds that are left, never below zero. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "4 s", "3 min", "2 h", "12 d" */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** "just now", "4 min ago" */
export function formatAge(at: Moment, nowMs: number): string {
  const ageMs = nowMs - new Date(at).getTime();
  return ageMs < 60_000 ? 'just now' : `${formatDuration(ageMs)} ago`;
}

/** "1 phone", "12 phones" */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** "1.2 MB", in powers of 1000 as in file managers. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  const shown = unit === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return `${shown} ${units[unit]}`;
}

/** "awaiting_payment" as "Awaiting payment". */
export function humanize(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
