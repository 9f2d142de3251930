// Pure: the dates of a quote, which our team may move from those that were requested.
import { checkStart, endOfPeriod, findRentalPeriodByLength, type PeriodType } from '@pocketfleet/rules';
import { invalidField } from './selection.ts';

/** A field that is left out stays as it is. */
export type QuotedDates = {
  start_date?: string | undefined;
  period?: PeriodType | undefined;
  number_of_periods?: number | undefined;
};

export type OrderDates = {
  start_date: string;
  end_date: string;
  period: PeriodType;
  number_of_periods: number;
};

/**
 * Throws invalid_input for a period that isn't offered, and for a given start that is past or more than six months away:
 * our team isn't bound to the week within which customers book single days.
 */
export function quoteDates(order: OrderDates, input: QuotedDates, nowMs: number): OrderDates {
  const period = input.period ?? order.period;
  const number_of_periods = input.number_of_periods ?? order.number_of_periods;
  if (findRentalPeriodByLength(period, number_of_periods) === undefined)
    throw invalidField('number_of_periods', 'Invalid rental period');
  let startMs = Date.parse(order.start_date);
  if (input.start_date !== undefined) {
    const givenMs = Date.parse(input.start_date);
    const check = checkStart(givenMs, 'month', nowMs);
    if (check === 'past')
      throw invalidField('start_date', 'The start lies in the past. Choose a later time.');
    if (check === 'too_far') throw invalidField('start_date', 'The start must be within the next 6 months.');
    startMs = Math.max(givenMs, Math.floor(nowMs));
  }
  return {
    start_date: new Date(startMs).toISOString(),
    end_date: new Date(endOfPeriod(startMs, period, number_of_periods)).toISOString(),
    period,
    number_of_periods,
  };
}
