// Common parts of the lists in our team's console: the limits of a page, and search patterns.

export type Limits = { offset: number; limit: number };

/** A pattern for `ilike` that finds the text anywhere, taken literally; null without one. */
export function searchPattern(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
