// How many phones are free for a selection, and when there will be enough. It holds nothing and takes no lock.
import type { Availability } from '@pocketfleet/contract';
import { addMonths, windowMonths } from '@pocketfleet/rules';
import { countFreeDevices, listGaps, turnoverMinutes } from '../assignments/assignments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import { findEarliestStart, lengthsOf, type RentalInput } from './availability.ts';
import { type OrderDates, type QuotedDates, quoteDates } from './quote-dates.ts';
import { quoteSelection, type Selection } from './selection.ts';

export type OrdersDeps = { db: Db; clock: Clock };

/**
 * The search for the next start reads months of all rentals. The panel calls at most twice a second while a customer
 * changes the selection, and only some of these calls find too few phones.
 */
const searchLimit: Limit = { name: 'availability-search', count: 120, windowS: 60 };

/** Throws invalid_input, too_many_requests. */
export async function checkAvailabilityFor(
  deps: OrdersDeps,
  userId: string,
  selection: Selection,
): Promise<Availability> {
  return checkAvailability(deps, selection, () => countAgainstLimit(deps.db, searchLimit, userId));
}

/** Throws invalid_input. `beforeSearch` may throw to prevent the search for the next start. */
export async function checkAvailability(
  deps: OrdersDeps,
  selection: Selection,
  beforeSearch?: () => Promise<void>,
): Promise<Availability> {
  const nowMs = deps.clock.nowMs();
  const quote = quoteSelection(selection, nowMs);
  const requested = selection.phone_count;
  const free = await countFreeDevices(deps.db, quote);
  const response = {
    available: free >= requested,
    available_phones_count: Math.min(free, requested),
    message: availabilityMessage(requested, free),
  };
  if (response.available) return { ...response, next_available_start: quote.starts_at };
  await beforeSearch?.();
  const input = {
    phoneCount: requested,
    unit: selection.period,
    periods: selection.number_of_periods,
    turnoverMs: turnoverMinutes * 60_000,
  };
  const startMs = await findNextStart(
    deps.db,
    input,
    Date.parse(quote.starts_at),
    addMonths(nowMs, windowMonths),
  );
  return {
    ...response,
    next_available_start: startMs === undefined ? null : new Date(startMs).toISOString(),
  };
}

export type Stock = {
  free_count: number;
  /** The first start from the requested one at which enough phones are free; null when there is none in six months. */
  next_available_start: string | null;
};

/**
 * What is free for dates that our team may quote for an order. Phones that the order holds count as free, because a new
 * quote replaces their reservation. Throws what `quoteDates` throws.
 */
export async function checkStockFor(
  deps: OrdersDeps,
  order: OrderDates & { id: string; phone_count: number },
  input: QuotedDates,
): Promise<Stock> {
  const nowMs = deps.clock.nowMs();
  const { start_date, end_date, period, number_of_periods } = quoteDates(order, input, nowMs);
  const startMs = Math.max(Date.parse(start_date), Math.floor(nowMs));
  const dates = { starts_at: new Date(startMs).toISOString(), expires_at: end_date };
  const free_count = await countFreeDevices(deps.db, dates, order.id);
  if (free_count >= order.phone_count) return { free_count, next_available_start: dates.starts_at };
  const rental = { phoneCount: order.phone_count, unit: period, periods: number_of_periods };
  const foundMs = await findNextStart(
    deps.db,
    { ...rental, turnoverMs: turnoverMinutes * 60_000, forOrderId: order.id },
    startMs,
    addMonths(nowMs, windowMonths),
  );
  return { free_count, next_available_start: foundMs === undefined ? null : new Date(foundMs).toISOString() };
}

/** Searched first: most shortages end within this time, and reading all six months takes longer. */
const nearMs = 21 * 86_400_000;

async function findNextStart(
  db: Db,
  { forOrderId, ...input }: RentalInput & { forOrderId?: string },
  fromMs: number,
  lastMs: number,
): Promise<number | undefined> {
  const { leastMs, mostMs } = lengthsOf(input);
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
      forOrderId,
    });
    const startMs = findEarliestStart(gaps, input, first, last);
    if (startMs !== undefined) return startMs;
  }
  return undefined;
}

/** The sentences of the specification (sections 4 and 8). */
function availabilityMessage(requested: number, free: number): string {
  if (free >= requested)
    return requested === 1 ? 'Your phone is available.' : `All ${requested} phones are available.`;
  if (free === 0) {
    return 'No phones are available for your requested dates. You can still send a request, and our team will coordinate with you.';
  }
  if (requested - free > 5) return 'We have limited inventory available for your requested dates.';
  return `Only ${free} out of ${requested} requested phones are available.`;
}
