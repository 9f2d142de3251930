// Dates and times as the rent page's fields have them, in the customer's calendar and clock.

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
