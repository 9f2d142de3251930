// Keeping a phone longer: the query of its payment page. Pure.
import { findRentalPeriod, type RentalPeriod } from '@pocketfleet/rules';

export type Extension = { assignmentId: string; period: RentalPeriod };

export function extensionQuery({ assignmentId, period }: Extension): URLSearchParams {
  return new URLSearchParams({ extend: assignmentId, period: period.value });
}

/** Null when the query is not about an extension, or names a period that isn't offered. */
export function readExtension(query: URLSearchParams): Extension | null {
  const assignmentId = query.get('extend');
  const period = findRentalPeriod(query.get('period') ?? '');
  if (assignmentId === null || period === undefined) return null;
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(assignmentId) ? { assignmentId, period } : null;
}

/** The fields that the calls about an extension share. */
export function extensionWish({ period }: Extension) {
  return { period: period.apiPeriodType, number_of_periods: period.periods };
}
