// The part of an order that can be had when there are fewer phones than asked for. Pure.
import type { Availability } from '@pocketfleet/contract';
import { cutModels, freeModels, readModels, writeModels } from './chosen-models.ts';
import { localDate, localTime } from './local-time.ts';
import { clampCount, lastStartDate, type RentalPlan, writeSelection } from './selection.ts';

/** The phones that were requested before the order was adjusted to those that are free. */
export type RequestedPhones = Pick<RentalPlan, 'phoneCount' | 'models'>;

/** The query of checkout and payment: what is ordered, and what that was adjusted from. */
export function orderQuery(plan: RentalPlan, requested: RequestedPhones): URLSearchParams {
  const query = writeSelection(plan);
  if (requested.phoneCount > plan.phoneCount) {
    query.set('of', String(requested.phoneCount));
    writeModels(query, 'of-model', requested.models);
  }
  return query;
}

/** The original request of an adjusted order; the plan's own otherwise. */
export function readRequested(query: URLSearchParams, plan: RentalPlan): RequestedPhones {
  const phoneCount = Math.max(plan.phoneCount, clampCount(query.get('of') ?? ''));
  if (phoneCount === plan.phoneCount) return { phoneCount, models: plan.models };
  return { phoneCount, models: cutModels(readModels(query, 'of-model'), phoneCount) };
}

/** The same order for the phones that are free; null when all are, or none. */
export function shortOrder(plan: RentalPlan, answer: Availability): RentalPlan | null {
  const free = answer.available_phones_count;
  if (answer.available || free === 0) return null;
  return {
    ...plan,
    phoneCount: free,
    models: freeModels(plan.models, answer),
    totalCents: free * plan.period.priceCents,
  };
}

/** The query of the sales request: the whole order, and how many were free. */
export function requestQuery(plan: RentalPlan, answer: Availability): URLSearchParams {
  const query = writeSelection(plan);
  query.set('available', String(answer.available_phones_count));
  return query;
}

/** The sales request of somebody who wants the prices of a longer time. */
export function askForLonger(query: URLSearchParams): URLSearchParams {
  query.set('about', 'longer');
  return query;
}

export function isAboutLonger(query: URLSearchParams): boolean {
  return query.get('about') === 'longer';
}

/**
 * When all of them are free next. `choice` is that start, rounded up to the minute, where the calendar reaches it;
 * null beyond.
 */
export function nextStartOf(
  plan: RentalPlan,
  answer: Availability,
  place: { zone: string; today: string },
): { startMs: number; choice: { startDate: string; startTime: string } | null } | null {
  if (answer.available || answer.next_available_start === null) return null;
  const startMs = Math.ceil(Date.parse(answer.next_available_start) / 60_000) * 60_000;
  const startDate = localDate(startMs, place.zone);
  const isReached = startDate <= lastStartDate(plan.period, place.today);
  return {
    startMs,
    choice: isReached ? { startDate, startTime: localTime(startMs, place.zone) } : null,
  };
}
