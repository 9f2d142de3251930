// Makes what came from outside fit for the audit log: whatever was typed, its row can be stored. PostgreSQL
// refuses U+0000 in text, and in jsonb half a surrogate pair too. Pure; never throws.

const secretFields = ['password', 'current_password', 'new_password', 'code'];
const mostFields = 20;
const longestName = 64;
const longestValue = 500;
/** The table takes 16,000 characters of jsonb, which may write twice as many as were given (blanks, escapes). */
const longestDetails = 7_000;

/** Text that a row can hold: without U+0000 and half pairs, at most so many characters. */
export function printable(text: string, maxLength: number): string {
  const clean = text
    .slice(0, maxLength * 2)
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim();
  return Array.from(clean).slice(0, maxLength).join('');
}

/** What was asked for, without secrets and no longer than the log takes. */
export function storableDetails(asked: Record<string, unknown>): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  let length = 0;
  for (const [name, value] of Object.entries(asked).slice(0, mostFields)) {
    if (secretFields.includes(name)) continue;
    const stored = storableValue(value);
    if (stored === undefined) continue;
    const key = printable(name, longestName);
    length += JSON.stringify({ [key]: stored }).length;
    if (length > longestDetails) break;
    details[key] = stored;
  }
  return details;
}

/** Undefined for what JSON knows no word for, or what is nested too deep to be written down. */
function storableValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(cleaned(value));
    if (text === undefined || text.length <= longestValue) return text && JSON.parse(text);
    return `${printable(typeof value === 'string' ? value : text, longestValue)}…`;
  } catch {
    return undefined;
  }
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [cleaned(name), cleaned(each)]));
}
