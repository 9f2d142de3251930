// Limits how much a customer may hold without paying. Nobody else can rent held phones, and each hold opens a payment at
// the provider. The rules are in `packages/rules`.
import { longestHoldMinutes, refuseUnpaidHold } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import type { Tx } from '../platform/database.ts';
import { formatWait } from '../platform/limits.ts';
import { selectUnpaidHolds } from './unpaid-hold-limit.sql.ts';

const instead = 'Or send a request: our team reserves phones for you.';

/** Throws unpaid_hold_limit. The caller holds the buyer lock. */
export async function refuseUnpaidHolds(
  tx: Tx,
  userId: string,
  phonesAtOnce: number,
  nowMs: number,
): Promise<void> {
  const held = await selectUnpaidHolds(tx, userId, longestHoldMinutes);
  const refusal = refuseUnpaidHold(held, phonesAtOnce, nowMs);
  if (refusal === null) return;
  if (refusal.reason === 'phones') {
    const detail = `You have let phones go today without paying for them. Until your first paid order you can hold up to ${refusal.mostPhones} phones at once: choose fewer. ${instead}`;
    throw new AppError('unpaid_hold_limit', { detail });
  }
  const retryAfterS = Math.max(1, Math.ceil((refusal.againAtMs - nowMs) / 1_000));
  const detail = `You have held phones several times without paying for them. You can hold phones again in ${formatWait(retryAfterS)}. ${instead}`;
  throw new AppError('unpaid_hold_limit', { detail, retryAfterS });
}
