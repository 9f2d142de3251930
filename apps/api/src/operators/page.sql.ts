// What the lists of operators have in common: a page's limits and what is typed into a filter.

export type Page = { offset: number; limit: number };

/** A pattern for `ilike` that finds the text anywhere, taken literally; null without one. */
export function searchPattern(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
