// Pure: formats an instant for mails, receipts and messages, which don't know the reader's time zone: "Nov 23, 2026, 14:31 UTC".
const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

export function instantText(iso: string): string {
  return `${format.format(new Date(iso))} UTC`;
}
