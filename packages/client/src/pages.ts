// Lists that come in pages, as one sequence.

/** Pages by number: the list may grow meanwhile, so items that were given already aren’t given again. */
export async function* byNumber<Item>(
  fetchPage: (page: number) => Promise<{ items: readonly Item[]; total_pages: number }>,
  idOf: (item: Item) => string,
): AsyncGenerator<Item, void, undefined> {
  const given = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items, total_pages } = await fetchPage(page);
    pages = total_pages;
    for (const item of items) {
      if (given.has(idOf(item))) continue;
      given.add(idOf(item));
      yield item;
    }
  }
}

/** Pages by cursor. */
export async function* byCursor<Item>(
  fetchPage: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next_cursor: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await fetchPage(cursor);
    yield* items;
    cursor = next_cursor ?? undefined;
  } while (cursor !== undefined);
}
