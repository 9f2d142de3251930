// Instants of the past in the customer's zone: with the year, since a history is long.
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Nov 23, 2026, 09:00 EST" */
export function momentInWords(iso: string): string {
  return moment.format(Date.parse(iso));
}

/** "America/New_York" */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "Nov 16": the first day of a week that is counted in UTC. */
export function weekInWords(date: string): string {
  return day.format(Date.parse(`${date}T00:00:00Z`));
}
