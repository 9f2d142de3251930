// Pages of lists: the query of the contract becomes limits for SQL, and rows become the response.

import type { Limits } from './list-filter.sql.ts';

type Numbered = { page: number; per_page: number };

/** The query for a page of a list that SQL filters by `Filter`. */
export type PageQuery<Filter extends Limits> = Omit<Filter, keyof Limits> & Numbered;
export type Page<Row> = Numbered & { rows: Row[]; total: number; total_pages: number };

export async function readPage<Query extends Numbered, Row>(
  query: Query,
  select: (filter: Query & Limits) => Promise<{ rows: Row[]; total: number }>,
): Promise<Page<Row>> {
  const { page, per_page } = query;
  const found = await select({ ...query, offset: (page - 1) * per_page, limit: per_page });
  return { ...found, page, per_page, total_pages: Math.ceil(found.total / per_page) };
}
