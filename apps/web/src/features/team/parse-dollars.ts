/** Cents of an amount such as "150" or "1,500.00"; null for an empty field, undefined for what is no amount. */
export function parseDollars(text: string): number | null | undefined {
  const typed = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (typed === '') return null;
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed);
  if (match === null) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '0').padEnd(2, '0'));
}
