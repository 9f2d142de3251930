import type { RentalPeriod, RentalPeriodValue } from './periods.ts';

export type BillingCycle = 'monthly' | 'sixMonths' | 'yearly';

/** In the order of the toggle. `badge` stands on the toggle, `savings` on the plan (spec sections 4 and 9). */
export const billingCycles = [
  { value: 'monthly', label: 'Monthly', badge: null, savings: null },
  { value: 'sixMonths', label: '6 Months', badge: 'Save 10%', savings: 'Save 10% for 6 Months' },
  { value: 'yearly', label: 'Yearly', badge: 'Save 15%', savings: 'Save 15% for Yearly' },
] as const satisfies readonly {
  value: BillingCycle;
  label: string;
  badge: string | null;
  savings: string | null;
}[];

export interface Plan {
  name: string;
  description: string;
  /** One phone's price for one `unit`, in cents, under each billing cycle. */
  priceCents: Record<BillingCycle, number>;
  unit: 'day' | 'week' | 'month';
  /** The rental period that is preselected when somebody chooses this plan. */
  rentalPeriod: RentalPeriodValue;
  isPopular: boolean;
  features: readonly string[];
}

/** The plans as the site shows them (spec section 9). */
export const plans: readonly Plan[] = [
  {
    name: 'Daily Plan',
    description: 'For one test, one launch, one check.',
    priceCents: { monthly: 20_00, sixMonths: 20_00, yearly: 20_00 },
    unit: 'day',
    rentalPeriod: 'day',
    isPopular: false,
    features: ['1-day rental', 'Unlimited US data', 'Full device control', '24/7 support'],
  },
  {
    name: 'Weekly Plan',
    description: 'For a campaign or a release week.',
    priceCents: { monthly: 50_00, sixMonths: 50_00, yearly: 50_00 },
    unit: 'week',
    rentalPeriod: 'week',
    isPopular: false,
    features: ['7-day rental', 'Unlimited US data', 'Full device control', '24/7 support'],
  },
  {
    name: 'Monthly Plan',
    description: 'For phones you use every day.',
    priceCents: { monthly: 130_00, sixMonths: 117_00, yearly: 110_00 },
    unit: 'month',
    rentalPeriod: 'month',
    isPopular: true,
    features: [
      '30-day rental',
      'Unlimited US data',
      'Full device control',
      '24/7 support',
      'Priority support',
      'Advanced analytics',
    ],
  },
];

/** Cents saved per `unit` against monthly billing; 0 for plans that cost the same in every cycle. */
export function savingsCents(plan: Plan, cycle: BillingCycle): number {
  return plan.priceCents.monthly - plan.priceCents[cycle];
}

/**
 * The monthly plan's price of one phone for six months, billed at once. Only our team arranges it; `/rent` charges the
 * price of the period. Null for every other period.
 */
export function billedAtOnce(
  period: RentalPeriod | undefined,
): { monthCents: number; totalCents: number; badge: string } | null {
  if (period?.apiPeriodType !== 'month' || period.periods !== 6) return null;
  const monthCents = plans.find(({ unit }) => unit === 'month')?.priceCents.sixMonths;
  const badge = billingCycles.find(({ value }) => value === 'sixMonths')?.badge;
  if (monthCents === undefined || !badge) return null;
  return { monthCents, totalCents: period.periods * monthCents, badge };
}

/** Dollars with two decimals, as everywhere (spec section 9): 123456 is "$1,234.56". */
export function usd(cents: number): string {
  const [whole = '0', part = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}
