// Quotes for keeping phones longer: the price, and the longest possible time. A quote reserves nothing.
import type { QuotedExtension, QuotedExtensions } from '@pocketfleet/contract';
import {
  endOfExtension,
  findRentalPeriodByLength,
  type PeriodType,
  type RentalPeriod,
  rentalCostCents,
} from '@pocketfleet/rules';
import { type Extendable, listExtendable } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { instantText } from '../platform/instant-text.ts';
import type { Reach } from '../platform/principal.ts';

export type ExtensionInput = { period: PeriodType; number_of_periods: number };

/** The price of an extension and whether it is possible. Throws invalid_input, not_found. */
export async function quoteExtension(
  deps: { db: Db },
  buyer: Reach,
  assignmentId: string,
  input: ExtensionInput,
): Promise<QuotedExtension> {
  const [extendable] = await listExtendable(deps.db, [assignmentId], buyer);
  if (extendable === undefined) throw new AppError('not_found', { detail: 'This rental can’t be extended.' });
  return quoteOne(extendable, input);
}

/** The same for several rentals at once; those that can't be extended at all are `gone`. Throws invalid_input. */
export async function quoteExtensions(
  deps: { db: Db },
  buyer: Reach,
  assignmentIds: readonly string[],
  input: ExtensionInput,
): Promise<QuotedExtensions> {
  const found = await listExtendable(deps.db, assignmentIds, buyer);
  const extensions = found.map((extendable) => quoteOne(extendable, input));
  const known = new Set(found.map(({ id }) => id));
  const possible = extensions.filter(({ is_possible }) => is_possible);
  return {
    extensions,
    gone: assignmentIds.filter((id) => !known.has(id)),
    unit_amount: rentalCostCents(1, periodOf(input)),
    amount: possible.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** Pure. Throws invalid_input. */
export function quoteOne(extendable: Extendable, input: ExtensionInput): QuotedExtension {
  const { period, number_of_periods } = input;
  const rentalPeriod = periodOf(input);
  const { id, tag, model, starts_at, expires_at, latest_expires_at } = extendable;
  const endMs = endOfExtension(Date.parse(starts_at), Date.parse(expires_at), period, number_of_periods);
  const is_possible = latest_expires_at === null || endMs <= Date.parse(latest_expires_at);
  const new_expires_at = new Date(endMs).toISOString();
  return {
    assignment_id: id,
    tag,
    model,
    expires_at,
    new_expires_at,
    amount: rentalCostCents(1, rentalPeriod),
    is_possible,
    latest_expires_at,
    message: is_possible
      ? `You can keep this phone until ${instantText(new_expires_at)}.`
      : `Somebody else has booked this phone next. You can keep it until ${instantText(latest_expires_at ?? expires_at)} at the latest.`,
  };
}

function periodOf({ period, number_of_periods }: ExtensionInput): RentalPeriod {
  const found = findRentalPeriodByLength(period, number_of_periods);
  if (found !== undefined) return found;
  const sentence = 'Invalid rental period';
  throw new AppError('invalid_input', { detail: sentence, fields: { number_of_periods: sentence } });
}
