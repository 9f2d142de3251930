// Makes input storable in the audit log. PostgreSQL refuses U+0000 in text, and unpaired surrogates in jsonb. Pure; never
// throws.

const secretFields = ['password', 'current_password', 'new_password', 'code'];
const maxFields = 20;
const maxNameLength = 64;
const maxValueLength = 500;
/** The column takes 16,000 characters of jsonb. Blanks and escapes can double the length of the input. */
const maxDetailsLength = 7_000;

/** Without U+0000 and unpaired surrogates, cut to `maxLength` characters. */
export function printable(text: string, maxLength: number): string {
  const clean = text
    .slice(0, maxLength * 2)
    .replaceAll('\u0000', '')
    .toWellFormed()
    .trim();
  return Array.from(clean).slice(0, maxLength).join('');
}

/** The input without secrets, cut to the length that the log takes. */
export function storableDetails(input: Record<string, unknown>): Record<string, unknown> {
  const details: Record<string, unknown> = {};
  let length = 0;
  for (const [name, value] of Object.entries(input).slice(0, maxFields)) {
    if (secretFields.includes(name)) continue;
    const stored = storableValue(value);
    if (stored === undefined) continue;
    const key = printable(name, maxNameLength);
    length += JSON.stringify({ [key]: stored }).length;
    if (length > maxDetailsLength) break;
    details[key] = stored;
  }
  return details;
}

/** Undefined for values that JSON can't express, and for values that are nested too deep. */
function storableValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(cleaned(value));
    if (text === undefined || text.length <= maxValueLength) return text && JSON.parse(text);
    return `${printable(typeof value === 'string' ? value : text, maxValueLength)}…`;
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
