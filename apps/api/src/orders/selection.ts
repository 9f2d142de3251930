// Pure: what a customer chose, judged by the house's rules. The amount is always computed here; one that a
// browser sends counts for nothing.
import {
  checkStart,
  endOfPeriod,
  findRentalPeriodByLength,
  type PeriodType,
  rentalCostCents,
} from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';

/** As it is on the wire. */
export type Selection = {
  phone_count: number;
  start_date: string;
  period: PeriodType;
  number_of_periods: number;
};

export type Quote = {
  /** A start that is not after now has become now, and the end moved with it (spec-decisions 11). */
  starts_at: string;
  expires_at: string;
  /** Integer cents. */
  amount: number;
};

/** Throws invalid_input for a period that isn't offered and for a start outside the window. */
export function quoteSelection(selection: Selection, nowMs: number): Quote {
  const { period, number_of_periods } = selection;
  const rentalPeriod = findRentalPeriodByLength(period, number_of_periods);
  if (rentalPeriod === undefined) throw wrongField('number_of_periods', 'Invalid rental period');
  const wishedMs = Date.parse(selection.start_date);
  const verdict = checkStart(wishedMs, period, nowMs);
  if (verdict === 'past') throw wrongField('start_date', 'The start lies in the past. Choose a later time.');
  if (verdict === 'too_far') {
    const window = period === 'day' ? 'week' : '6 months';
    throw wrongField('start_date', `The start must be within the next ${window}.`);
  }
  const startMs = Math.max(wishedMs, Math.floor(nowMs));
  return {
    starts_at: new Date(startMs).toISOString(),
    expires_at: new Date(endOfPeriod(startMs, period, number_of_periods)).toISOString(),
    amount: rentalCostCents(selection.phone_count, rentalPeriod),
  };
}

function wrongField(name: string, sentence: string): AppError {
  return new AppError('invalid_input', { detail: sentence, fields: { [name]: sentence } });
}
