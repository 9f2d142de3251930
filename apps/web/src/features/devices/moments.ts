// Instants in the customer's zone, named.
const short = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** "Nov 23, 09:00 EST" */
export function momentInWords(ms: number): string {
  return short.format(ms);
}

/** "Opens in 3 days", rounded up, at least a minute; from its start until it opens a phone is being prepared. */
export function opensIn(startsAtMs: number, nowMs: number): string {
  if (startsAtMs <= nowMs) return 'Being prepared';
  const minutes = Math.max(1, Math.ceil((startsAtMs - nowMs) / 60_000));
  if (minutes < 60) return `Opens in ${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  if (hours < 48) return hours === 1 ? 'Opens in 1 hour' : `Opens in ${hours} hours`;
  return `Opens in ${Math.floor(hours / 24)} days`;
}

/** "4 s", "3 min", "2 h" */
export function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** "America/New_York (EST)" */
export function zoneInWords(nowMs: number): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const name = short.formatToParts(nowMs).find((part) => part.type === 'timeZoneName')?.value;
  return name && name !== zone ? `${zone} (${name})` : zone;
}
