// Pages of lists: from a query of the contract to limits, and from rows to the answer.

type PageQuery = { page: number; per_page: number };

/** The query's filters with `offset` and `limit` in place of the page's number. */
export function limitsOf<Query extends PageQuery>(query: Query): Query & { offset: number; limit: number } {
  return { ...query, offset: (query.page - 1) * query.per_page, limit: query.per_page };
}

export function pageAnswer<Row>(
  { page, per_page }: PageQuery,
  found: { rows: Row[]; total: number },
): { rows: Row[]; total: number; page: number; per_page: number; total_pages: number } {
  return { ...found, page, per_page, total_pages: Math.ceil(found.total / per_page) };
}
