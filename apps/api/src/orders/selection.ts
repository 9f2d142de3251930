// Pure: validates a customer's selection and computes its price. An amount that a browser sends is never used.
import type { ChosenModel } from '@pocketfleet/contract';
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
  /** How many phones of which model; the others may be any. */
  models?: readonly ChosenModel[] | undefined;
};

export type Quote = {
  /** A start in the past has become now, and the end has moved with it. */
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
    throw invalidField('start_date', 'This start time is in the past. Choose a later one.');
  if (startCheck === 'too_far') {
    const window = period === 'day' ? 'week' : '6 months';
    throw invalidField('start_date', `The start must be within the next ${window}.`);
  }
  refuseWrongModels(selection);
  const startMs = Math.max(requestedMs, Math.floor(nowMs));
  return {
    starts_at: new Date(startMs).toISOString(),
    expires_at: new Date(endOfPeriod(startMs, period, number_of_periods)).toISOString(),
    amount: rentalCostCents(selection.phone_count, rentalPeriod),
  };
}

/** The chosen models in the form in which they are stored and compared: sorted, and empty where any phone will do. */
export function chosenModelsOf({ models = [] }: Pick<Selection, 'models'>): ChosenModel[] {
  return models.map(({ model, count }) => ({ model, count })).sort((a, b) => (a.model < b.model ? -1 : 1));
}

function refuseWrongModels({ models = [], phone_count }: Selection): void {
  if (new Set(models.map(({ model }) => model)).size < models.length)
    throw invalidField('models', 'Name each model once.');
  if (models.reduce((sum, { count }) => sum + count, 0) > phone_count)
    throw invalidField('models', 'Choose at most as many phones of certain models as you rent.');
}

export function unknownModel(model: string): AppError {
  return invalidField('models', `We have no phones of the model “${model}”. Choose one of our models.`);
}

export function invalidField(name: string, detail: string): AppError {
  return new AppError('invalid_input', { detail, fields: { [name]: detail } });
}
