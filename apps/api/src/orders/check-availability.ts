// How many phones are free for a selection, and when there will be enough. It holds nothing and takes no lock.
import type { Availability, ChosenModel } from '@pocketfleet/contract';
import { addMonths, windowMonths } from '@pocketfleet/rules';
import {
  countFreeByModel,
  countFreeDevices,
  findUnknownModels,
  listGaps,
  turnoverMinutes,
} from '../assignments/assignments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Reach } from '../platform/principal.ts';
import { countAvailable, findEarliestStart, lengthsOf, type RentalInput } from './availability.ts';
import { type OrderDates, type QuotedDates, quoteDates } from './quote-dates.ts';
import { chosenModelsOf, type Quote, quoteSelection, type Selection, unknownModel } from './selection.ts';

export type OrdersDeps = { db: Db; clock: Clock };

/**
 * The search for the next start reads months of all rentals. The panel calls at most twice a second while a customer
 * changes the selection, and only some of these calls find too few phones.
 */
const searchLimit: Limit = { name: 'availability-search', count: 120, windowS: 60 };

/** Throws invalid_input, too_many_requests. */
export async function checkAvailabilityFor(
  deps: OrdersDeps,
  buyer: Reach,
  selection: Selection,
): Promise<Availability> {
  return checkAvailability(deps, selection, () => countAgainstLimit(deps.db, searchLimit, buyer.user_id));
}

/** Throws invalid_input. `beforeSearch` may throw to prevent the search for the next start. */
export async function checkAvailability(
  deps: OrdersDeps,
  selection: Selection,
  beforeSearch?: () => Promise<unknown>,
): Promise<Availability> {
  const quote = quoteSelection(selection, deps.clock.nowMs());
  if (selection.models !== undefined) {
    const facts = { selection, quote, chosen: chosenModelsOf(selection) };
    return checkModels(deps, facts, beforeSearch);
  }
  const requested = selection.phone_count;
  const free = await countFreeDevices(deps.db, quote);
  const response = {
    available: free >= requested,
    available_phones_count: Math.min(free, requested),
    message: availabilityMessage(requested, free),
  };
  if (response.available) return { ...response, next_available_start: quote.starts_at };
  await beforeSearch?.();
  const [next] = await findNextStarts(deps, { ...selection, starts_at: quote.starts_at }, [
    { phoneCount: requested },
  ]);
  return { ...response, next_available_start: next ?? null };
}

type ModelFacts = { selection: Selection; quote: Quote; chosen: readonly ChosenModel[] };

/** The same with the counts of each model, and what is missing of those that were chosen. */
async function checkModels(
  deps: OrdersDeps,
  { selection, quote, chosen }: ModelFacts,
  beforeSearch?: () => Promise<unknown>,
): Promise<Availability> {
  const stock = await countFreeByModel(deps.db, quote);
  const freeOf = new Map(stock.map(({ model, free }) => [model, free]));
  const [unknown] = await findUnknownModels(
    deps.db,
    chosen.filter(({ model }) => !freeOf.has(model)).map(({ model }) => model),
  );
  if (unknown !== undefined) throw unknownModel(unknown);
  const found = countAvailable(selection.phone_count, chosen, freeOf);
  const short = chosen.filter(({ model, count }) => (freeOf.get(model) ?? 0) < count);
  if (!found.available) await beforeSearch?.();
  const [next, ...nextOfShort] = found.available
    ? [quote.starts_at]
    : await findNextStarts(deps, { ...selection, starts_at: quote.starts_at }, [
        { phoneCount: selection.phone_count, models: chosen },
        ...short.map((each) => ({ phoneCount: each.count, models: [each] })),
      ]);
  const wanted = new Map(chosen.map(({ model, count }) => [model, count]));
  // A chosen model whose last phone was retired is no longer in the stock.
  const names = [...new Set([...freeOf.keys(), ...wanted.keys()])].sort();
  return {
    available: found.available,
    available_phones_count: found.count,
    next_available_start: next ?? null,
    message: [availabilityMessage(selection.phone_count, found.count), ...shortTexts(short, freeOf)].join(
      ' ',
    ),
    models: names.map((model) => {
      const at = short.findIndex((each) => each.model === model);
      return {
        model,
        free: freeOf.get(model) ?? 0,
        chosen: wanted.get(model) ?? 0,
        next_available_start: at === -1 ? quote.starts_at : (nextOfShort[at] ?? null),
      };
    }),
  };
}

/** "Pixel 7: 1 of 2 free." for each model of which too few are free. */
function shortTexts(short: readonly ChosenModel[], freeOf: ReadonlyMap<string, number>): string[] {
  return short.map(({ model, count }) => `${model}: ${freeOf.get(model) ?? 0} of ${count} free.`);
}

export type Stock = {
  free_count: number;
  /** The first start from the requested one at which enough phones are free; null when there is none in six months. */
  next_available_start: string | null;
};

/**
 * The stock that is free for an order on dates that our team may quote. Phones that the order holds count as free, because a new
 * quote replaces their reservation. Throws what `quoteDates` throws.
 */
export async function checkStockFor(
  deps: OrdersDeps,
  order: OrderDates & Pick<Selection, 'models'> & { id: string; phone_count: number },
  input: QuotedDates,
): Promise<Stock> {
  const nowMs = deps.clock.nowMs();
  const dates = quoteDates(order, input, nowMs);
  const starts_at = new Date(Math.max(Date.parse(dates.start_date), Math.floor(nowMs))).toISOString();
  const period = { starts_at, expires_at: dates.end_date };
  const models = chosenModelsOf(order);
  const free_count =
    models.length === 0
      ? await countFreeDevices(deps.db, period, order.id)
      : await countFreeOf(deps, { ...order, models }, period);
  if (free_count >= order.phone_count) return { free_count, next_available_start: starts_at };
  const request = { phoneCount: order.phone_count, models };
  const [next] = await findNextStarts(deps, { ...dates, starts_at, forOrderId: order.id }, [request]);
  return { free_count, next_available_start: next ?? null };
}

/** Of chosen models only what the order can use counts. */
async function countFreeOf(
  deps: OrdersDeps,
  order: { id: string; phone_count: number; models: readonly ChosenModel[] },
  period: { starts_at: string; expires_at: string },
): Promise<number> {
  const stock = await countFreeByModel(deps.db, period, order.id);
  const freeOf = new Map(stock.map(({ model, free }) => [model, free]));
  return countAvailable(order.phone_count, order.models, freeOf).count;
}

/** Searched first: most shortages end within this time, and reading all six months takes longer. */
const nearMs = 21 * 86_400_000;

/** The earliest start of each request, null where there is none within six months. Each part of the stock is read once. */
async function findNextStarts(
  deps: OrdersDeps,
  rental: Pick<Selection, 'period' | 'number_of_periods'> & { starts_at: string; forOrderId?: string },
  requests: readonly Pick<RentalInput, 'phoneCount' | 'models'>[],
): Promise<(string | null)[]> {
  const { period: unit, number_of_periods: periods, forOrderId } = rental;
  const inputs = requests.map((request) => ({
    ...request,
    unit,
    periods,
    turnoverMs: turnoverMinutes * 60_000,
  }));
  const fromMs = Date.parse(rental.starts_at);
  const lastMs = addMonths(deps.clock.nowMs(), windowMonths);
  const { leastMs, mostMs } = lengthsOf({
    phoneCount: 1,
    unit,
    periods,
    turnoverMs: turnoverMinutes * 60_000,
  });
  const found: (number | undefined)[] = inputs.map(() => undefined);
  const nearEndMs = Math.min(fromMs + nearMs, lastMs);
  for (const [first, last] of [
    [fromMs, nearEndMs],
    [nearEndMs + 1, lastMs],
  ] as const) {
    if (first > last || !found.includes(undefined)) continue;
    const from = new Date(first).toISOString();
    const until = new Date(last + mostMs).toISOString();
    const gaps = await listGaps(deps.db, { from, until, leastMs, forOrderId });
    for (const [at, input] of inputs.entries()) found[at] ??= findEarliestStart(gaps, input, first, last);
  }
  return found.map((ms) => (ms === undefined ? null : new Date(ms).toISOString()));
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
