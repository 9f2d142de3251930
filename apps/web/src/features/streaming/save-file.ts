/** Offers a file to the customer for saving. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click, within a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** "PF-001-2026-11-20-10-22-07.png", in the customer's local time, so that names sort by time. */
export function fileNameFor(tag: string, now: Date, extension: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [two(now.getHours()), two(now.getMinutes()), two(now.getSeconds())].join('-');
  return `${tag}-${day}-${time}.${extension}`;
}
