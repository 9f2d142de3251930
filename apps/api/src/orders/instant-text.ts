// Pure: formats an instant for mails, receipts and messages, which don't know the reader's time zone.
export function instantText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
