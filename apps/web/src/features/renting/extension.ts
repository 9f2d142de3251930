// Keeping phones longer: the query of the payment page. Pure.
import { findRentalPeriod, phonesPerOrder, type RentalPeriod } from '@pocketfleet/rules';

/** One phone, or several with one order. */
export type Extension = { assignmentIds: readonly string[]; period: RentalPeriod };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function extensionQuery({ assignmentIds, period }: Extension): URLSearchParams {
  return new URLSearchParams({ extend: assignmentIds.join(','), period: period.value });
}

/** Null when the query is not about an extension, or names a period that isn't offered. */
export function readExtension(query: URLSearchParams): Extension | null {
  const assignmentIds = [...new Set(query.get('extend')?.split(',') ?? [])];
  const period = findRentalPeriod(query.get('period') ?? '');
  if (period === undefined || assignmentIds.length > phonesPerOrder.max) return null;
  return assignmentIds.every((id) => uuid.test(id)) && assignmentIds.length > 0
    ? { assignmentIds, period }
    : null;
}

/** The fields that the calls about an extension share. */
export function extensionRequest({ period }: Pick<Extension, 'period'>) {
  return { period: period.apiPeriodType, number_of_periods: period.periods };
}

/** "extra week", "extra 2 weeks" */
export function extraTime({ label }: Pick<RentalPeriod, 'label'>): string {
  return `extra ${label.toLowerCase().replace(/^1 /, '')}`;
}
