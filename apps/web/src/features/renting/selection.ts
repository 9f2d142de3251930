// A customer's choices on /rent. They live in the address of the four rent pages, so
// that reload and back keep it, a copied tab shows the same, and two choices stay apart. Pure.
import type { ChosenModel } from '@pocketfleet/contract';
import {
  addMonths,
  checkStart,
  dailyWindowDays,
  defaultRentalPeriod,
  endOfPeriod,
  findRentalPeriod,
  instantOfLocalTime,
  phonesPerOrder,
  type RentalPeriod,
  rentalCostCents,
  windowMonths,
} from '@pocketfleet/rules';
import * as texts from '#language/renting';
import { cutModels, readModels, writeModels } from './chosen-models.ts';

export type RentalSelection = {
  /** A value of the price table. Undefined: the address names a period that isn't offered. */
  period: RentalPeriod | undefined;
  /** YYYY-MM-DD in the customer's zone. */
  startDate: string;
  /** HH:MM, or empty while none is chosen. */
  startTime: string;
  /** The start follows the clock. */
  isNow: boolean;
  phoneCount: number;
  /** How many phones of which model; the others may be any. */
  models: readonly ChosenModel[];
};

/** A selection that can be ordered, with all that follows from it. */
export type RentalPlan = {
  period: RentalPeriod;
  startDate: string;
  startTime: string;
  phoneCount: number;
  models: readonly ChosenModel[];
  startMs: number;
  endMs: number;
  totalCents: number;
};

export type SelectionError = 'unknown_period' | 'no_time' | 'no_such_time' | 'past' | 'too_far';

/** Each with what the customer reads. */
export const selectionErrors: Record<SelectionError, string> = {
  unknown_period: texts.invalidRentalPeriod,
  no_time: texts.chooseAStartTime,
  no_such_time: texts.clocksSkipThisTime,
  past: texts.theStartLies,
  too_far: texts.theStartIsTooFar,
};

/**
 * The form as an address says it; what is missing or can't be is the default (spec section 3). `start=now` means the present
 * minute, `time`; without it the start time is empty until it is chosen.
 */
export function readSelection(query: URLSearchParams, today: string, time = ''): RentalSelection {
  const period = findRentalPeriod(query.get('period') ?? defaultRentalPeriod);
  const requested = query.get('date') ?? '';
  const isInWindow = isDate(requested) && requested >= today && requested <= lastStartDate(period, today);
  const chosen = query.get('time') ?? '';
  const isNow = query.get('start') === 'now';
  const phoneCount = clampCount(query.get('phones') ?? '1');
  const chosenTime = (requested === '' || isInWindow) && isTime(chosen) ? chosen : '';
  return {
    period,
    startDate: isInWindow && !isNow ? requested : today,
    startTime: isNow ? time : chosenTime,
    isNow,
    phoneCount,
    models: cutModels(readModels(query, 'model'), phoneCount),
  };
}

export function writeSelection(
  selection: Omit<RentalSelection, 'isNow' | 'models'> & Partial<Pick<RentalSelection, 'isNow' | 'models'>>,
): URLSearchParams {
  const query = new URLSearchParams();
  if (selection.period !== undefined) query.set('period', selection.period.value);
  if (selection.isNow === true) query.set('start', 'now');
  else {
    query.set('date', selection.startDate);
    if (selection.startTime !== '') query.set('time', selection.startTime);
  }
  query.set('phones', String(selection.phoneCount));
  writeModels(query, 'model', cutModels(selection.models ?? [], selection.phoneCount));
  return query;
}

/** The plan that a selection means, or why it means none. */
export function planOf(
  selection: RentalSelection,
  zone: string,
  nowMs: number,
): RentalPlan | { error: SelectionError } {
  const { period, startDate, startTime, phoneCount, models } = selection;
  if (period === undefined) return { error: 'unknown_period' };
  if (startTime === '') return { error: 'no_time' };
  const startMs = instantOf(startDate, startTime, zone);
  if (startMs === undefined) return { error: 'no_such_time' };
  const verdict = checkStart(startMs, period.apiPeriodType, nowMs);
  if (verdict !== 'ok') return { error: verdict };
  return {
    period,
    startDate,
    startTime,
    phoneCount,
    models,
    startMs,
    endMs: endOfPeriod(startMs, period.apiPeriodType, period.periods),
    totalCents: rentalCostCents(phoneCount, period),
  };
}

/** For the pages after /rent: the plan in their address, or null when it is missing or wrong in any part. */
export function readPlan(
  query: URLSearchParams,
  zone: string,
  clock: { nowMs: number; today: string },
): RentalPlan | null {
  const selection = readSelection(query, clock.today);
  const isWhole = ['period', 'date', 'time', 'phones'].every((name) => query.has(name));
  const areModelsAsWritten =
    query.getAll('model').join() === writeSelection(selection).getAll('model').join();
  const isAsWritten =
    areModelsAsWritten &&
    query.get('date') === selection.startDate &&
    query.get('phones') === String(selection.phoneCount);
  if (!isWhole || !isAsWritten) return null;
  const plan = planOf(selection, zone, clock.nowMs);
  return 'error' in plan ? null : plan;
}

/** The plan of an order that is already open: its start may have come meanwhile. */
export function readStartedPlan(query: URLSearchParams, zone: string): RentalPlan | null {
  const today = query.get('date') ?? '';
  const nowMs = isDate(today) ? instantOf(today, query.get('time') ?? '', zone) : undefined;
  return nowMs === undefined ? null : readPlan(query, zone, { nowMs, today });
}

/** Non-numeric becomes 1, below 1 becomes 1 (spec section 5), and above 50 there is no more. */
export function clampCount(text: string): number {
  const count = Number.parseInt(text, 10);
  if (!Number.isFinite(count) || count < phonesPerOrder.min) return phonesPerOrder.min;
  return Math.min(count, phonesPerOrder.max);
}

/** The last day of the calendar: 7 days ahead for a daily period, otherwise 6 months (spec section 5). */
export function lastStartDate(period: RentalPeriod | undefined, today: string): string {
  const todayMs = Date.parse(`${today}T00:00:00Z`);
  const last =
    period?.apiPeriodType === 'day'
      ? todayMs + dailyWindowDays * 86_400_000
      : addMonths(todayMs, windowMonths);
  return new Date(last).toISOString().slice(0, 10);
}

/** The fields that the calls about a selection share (spec section 7). */
export function rentalRequest(plan: RentalPlan) {
  return {
    phone_count: plan.phoneCount,
    start_date: new Date(plan.startMs).toISOString(),
    period: plan.period.apiPeriodType,
    number_of_periods: plan.period.periods,
    ...(plan.models.length > 0 ? { models: [...plan.models] } : {}),
  };
}

function instantOf(date: string, time: string, zone: string): number | undefined {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return instantOfLocalTime({ year, month, day, hour, minute }, zone);
}

function isDate(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A 29 February of a year without one is read as 1 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}
