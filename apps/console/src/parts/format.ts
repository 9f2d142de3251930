// Instants, counts and names, formatted for operators.
const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const long = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'long',
});

/** "Nov 23, 09:00", in the operator's zone. */
export function formatMoment(instant: string): string {
  return short.format(Date.parse(instant));
}

/** With year, seconds and the zone's name. */
export function formatExactMoment(instant: string): string {
  return long.format(Date.parse(instant));
}

/** "just now", "4 min ago", "3 h ago", "12 d ago" */
export function formatAge(instant: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

/** "awaiting_payment" as "Awaiting payment". */
export function humanize(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1 phone", "12 phones" */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
