// Dates and times in the customer's calendar and clock, and instants in the customer's zone with its name.

/** The browser's zone: "America/New_York". */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "2026-11-23" */
export function localDate(ms: number, zone: string): string {
  const { year, month, day } = partsOf(ms, zone);
  return `${year}-${month}-${day}`;
}

/** "09:00" */
export function localTime(ms: number, zone: string): string {
  const { hour, minute } = partsOf(ms, zone);
  return `${hour}:${minute}`;
}

/** "Nov 23, 2026, 09:00 EST" */
export function instantInWords(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...dayParts, ...timeParts }).format(ms);
}

/** "Nov 23, 2026" */
export function dayInWords(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...dayParts }).format(ms);
}

/** "10:41 EST" */
export function clockInWords(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...timeParts }).format(ms);
}

/** "America/New_York (EST)", as it is called at that instant. */
export function zoneInWords(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...timeParts }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === zone ? zone : `${zone} (${name})`;
}

/** "12:48": minutes and seconds that are left, never below zero. */
export function countdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const dayParts = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;

function partsOf(ms: number, zone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const found = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes): string => found.get(type) ?? '';
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  };
}
