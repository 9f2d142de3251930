// Pure: an instant for mails, receipts and messages, which know no browser's zone.
export function instantText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
