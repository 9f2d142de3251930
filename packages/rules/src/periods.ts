// Rental periods and what one phone costs for each (spec section 9). The site, the quote and the server read
// this one table; an amount that comes from a browser is only compared with it.
export type PeriodType = 'day' | 'week' | 'month';

/** Phones that one order may ask for (spec section 5). */
export const phonesPerOrder = { min: 1, max: 50 } as const;

/**
 * `periods` times `apiPeriodType` is what the end is computed from; `totalDays` is a label only.
 * `priceCents` is one phone's price for the whole period.
 */
export const rentalPeriods = [
  { value: 'day', label: 'Day', periods: 1, apiPeriodType: 'day', totalDays: 1, priceCents: 20_00 },
  {
    value: 'week',
    label: '1 Week',
    periods: 1,
    apiPeriodType: 'week',
    totalDays: 7,
    priceCents: 50_00,
  },
  {
    value: '2-weeks',
    label: '2 Weeks',
    periods: 2,
    apiPeriodType: 'week',
    totalDays: 14,
    priceCents: 100_00,
  },
  {
    value: 'month',
    label: '1 Month',
    periods: 1,
    apiPeriodType: 'month',
    totalDays: 30,
    priceCents: 130_00,
  },
  {
    value: '2-months',
    label: '2 Months',
    periods: 2,
    apiPeriodType: 'month',
    totalDays: 60,
    priceCents: 260_00,
  },
  {
    value: '3-months',
    label: '3 Months',
    periods: 3,
    apiPeriodType: 'month',
    totalDays: 90,
    priceCents: 390_00,
  },
  {
    value: '4-months',
    label: '4 Months',
    periods: 4,
    apiPeriodType: 'month',
    totalDays: 120,
    priceCents: 520_00,
  },
  {
    value: '6-months',
    label: '6 Months',
    periods: 6,
    apiPeriodType: 'month',
    totalDays: 180,
    priceCents: 780_00,
  },
] as const satisfies readonly RentalPeriod[];

export type RentalPeriodValue = (typeof rentalPeriods)[number]['value'];

export interface RentalPeriod {
  value: string;
  label: string;
  periods: number;
  apiPeriodType: PeriodType;
  totalDays: number;
  priceCents: number;
}

export const defaultRentalPeriod: RentalPeriodValue = 'month';

/** The period whose value stands in an address or a form, or undefined for an unknown one. */
export function findRentalPeriod(value: string): (typeof rentalPeriods)[number] | undefined {
  return rentalPeriods.find((period) => period.value === value);
}

/**
 * The period that the API's pair `period` and `number_of_periods` means, or undefined if we don't rent for it:
 * only listed lengths have a price.
 */
export function findRentalPeriodByLength(
  type: PeriodType,
  periods: number,
): (typeof rentalPeriods)[number] | undefined {
  return rentalPeriods.find((period) => period.apiPeriodType === type && period.periods === periods);
}

/** What an order costs, in cents: phones times the period's price (spec section 9). */
export function rentalCostCents(phoneCount: number, period: RentalPeriod): number {
  return phoneCount * period.priceCents;
}
