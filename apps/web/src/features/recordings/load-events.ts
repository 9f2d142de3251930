// The events of a recording, page by page.
import type { RecordedEvent } from '@pocketfleet/contract';

/** What follows is played, but neither listed nor searched, which the page says. */
const maxPages = 50;

type Page = { events: RecordedEvent[]; next: number | null };
/** Full pages by where they begin. The last page of a recording that goes on is none. */
export type KeptPages = Map<number, Page>;

/** In the order of time. `isCut`: there are more than are loaded. Of kept pages, nothing is loaded again. */
export async function loadEvents(
  loadPage: (from: number) => Promise<Page>,
  kept: KeptPages,
): Promise<{ events: RecordedEvent[]; isCut: boolean }> {
  const events: RecordedEvent[] = [];
  let from: number | null = 0;
  for (let count = 0; count < maxPages && from !== null; count += 1) {
    const page: Page = kept.get(from) ?? (await loadPage(from));
    if (page.next !== null) kept.set(from, page);
    events.push(...page.events);
    from = page.next;
  }
  return { events: events.sort((a, b) => a.at_ms - b.at_ms), isCut: from !== null };
}
