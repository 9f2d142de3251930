// How many phones are free for a selection, and when there will be enough. Promises nothing, takes no lock.
import type { Availability } from '@pocketfleet/contract';
import { addMonths, windowMonths } from '@pocketfleet/rules';
import { countFree, listGaps, turnoverMinutes } from '../assignments/assignments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import { findEarliestStart, lengthsOf, type Wish } from './availability.ts';
import { quoteSelection, type Selection } from './selection.ts';

export type OrdersDeps = { db: Db; clock: Clock };

/**
 * The search for the next start reads months of everybody's rentals. The panel asks at most twice a second while its
 * customer changes the selection, and only some of these find too few phones.
 */
const searchLimit: Limit = { name: 'availability-search', count: 120, windowS: 60 };

/** As `checkAvailability`, for this customer. Throws too_many_requests too. */
export async function checkAvailabilityFor(
  deps: OrdersDeps,
  userId: string,
  selection: Selection,
): Promise<Availability> {
  return checkAvailability(deps, selection, () => countAgainstLimit(deps.db, searchLimit, userId));
}

/** Throws invalid_input. `beforeSearch` is asked before the next start is looked for. */
export async function checkAvailability(
  deps: OrdersDeps,
  selection: Selection,
  beforeSearch?: () => Promise<void>,
): Promise<Availability> {
  const nowMs = deps.clock.nowMs();
  const quote = quoteSelection(selection, nowMs);
  const asked = selection.phone_count;
  const free = await countFree(deps.db, quote);
  const answer = {
    available: free >= asked,
    available_phones_count: Math.min(free, asked),
    message: availabilityMessage(asked, free),
  };
  if (answer.available) return { ...answer, next_available_start: quote.starts_at };
  await beforeSearch?.();
  const wish = {
    phoneCount: asked,
    unit: selection.period,
    periods: selection.number_of_periods,
    turnoverMs: turnoverMinutes * 60_000,
  };
  const startMs = await findNextStart(
    deps.db,
    wish,
    Date.parse(quote.starts_at),
    addMonths(nowMs, windowMonths),
  );
  return {
    ...answer,
    next_available_start: startMs === undefined ? null : new Date(startMs).toISOString(),
  };
}

/** So far ahead is looked at first: most shortages are over by then, and reading all six months takes longer. */
const nearMs = 21 * 86_400_000;

async function findNextStart(
  db: Db,
  wish: Wish,
  fromMs: number,
  lastMs: number,
): Promise<number | undefined> {
  const { leastMs, mostMs } = lengthsOf(wish);
  const nearEndMs = Math.min(fromMs + nearMs, lastMs);
  for (const [first, last] of [
    [fromMs, nearEndMs],
    [nearEndMs + 1, lastMs],
  ] as const) {
    if (first > last) continue;
    const gaps = await listGaps(db, {
      from: new Date(first).toISOString(),
      until: new Date(last + mostMs).toISOString(),
      leastMs,
    });
    const startMs = findEarliestStart(gaps, wish, first, last);
    if (startMs !== undefined) return startMs;
  }
  return undefined;
}

/** The spec's sentences (section 8); for none at all that the team can still help (section 4). */
function availabilityMessage(asked: number, free: number): string {
  if (free >= asked) return asked === 1 ? 'Your phone is available.' : `All ${asked} phones are available.`;
  if (free === 0) {
    return 'No phones are available for your requested dates. You can still send a request, and our team will coordinate with you.';
  }
  if (asked - free > 5) return 'We have limited inventory available for your requested dates.';
  return `Only ${free} out of ${asked} requested phones are available.`;
}
