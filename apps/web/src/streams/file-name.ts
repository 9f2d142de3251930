/** "PF-001-2026-11-20-10-22-07.png", in the customer's local time, so that names sort by time. */
export function fileNameFor(tag: string, now: Date, extension: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  const time = [two(now.getHours()), two(now.getMinutes()), two(now.getSeconds())].join('-');
  return `${tag}-${day}-${time}.${extension}`;
}
