// Pure: validates a customer's selection and computes its price. An amount that a browser sends is never used.
import {
  checkStart,
  endOfPeriod,
  findRentalPeriodByLength,
  type PeriodType,
  rentalCostCents,
} from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';

/** As in the request body. */
export type Selection = {
  phone_count: number;
  start_date: string;
  period: PeriodType;
  number_of_periods: number;
};

export type Quote = {
  /** A start in the past has become now, and the end has moved with it (spec-decisions 11). */
  starts_at: string;
  expires_at: string;
  /** Integer cents. */
  amount: number;
};

/** Throws invalid_input for a period that isn't offered and for a start outside the allowed window. */
export function quoteSelection(selection: Selection, nowMs: number): Quote {
  const { period, number_of_periods } = selection;
  const rentalPeriod = findRentalPeriodByLength(period, number_of_periods);
  if (rentalPeriod === undefined) throw invalidField('number_of_periods', 'Invalid rental period');
  const requestedMs = Date.parse(selection.start_date);
  const startCheck = checkStart(requestedMs, period, nowMs);
  if (startCheck === 'past')
    throw invalidField('start_date', 'The start lies in the past. Choose a later time.');
  if (startCheck === 'too_far') {
    const window = period === 'day' ? 'week' : '6 months';
    throw invalidField('start_date', `The start must be within the next ${window}.`);
  }
  const startMs = Math.max(requestedMs, Math.floor(nowMs));
  return {
    starts_at: new Date(startMs).toISOString(),
    expires_at: new Date(endOfPeriod(startMs, period, number_of_periods)).toISOString(),
    amount: rentalCostCents(selection.phone_count, rentalPeriod),
  };
}

export function invalidField(name: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [name]: detail } });
}
