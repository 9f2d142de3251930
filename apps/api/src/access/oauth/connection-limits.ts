// Limits of a connected program that are changed while it works. They count from its next call on.
import type { Connection } from '@pocketfleet/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import type { Principal } from '../../platform/principal.ts';
import { recordActivity } from '../activity.ts';
import { changedOf, type NewLimits } from '../key-limits.ts';
import { updateLimits } from '../keys.sql.ts';
import { refuseMoreMoney } from '../keys.ts';
import { lockKeys } from '../lock-keys.ts';
import { getConnection } from './connections.ts';

/**
 * The caller must be able to see the connection. Throws not_found, forbidden for programs and for more money than the caller may spend,
 * invalid_input for money of a program that can't spend any, and conflict for a first limit of actions.
 */
export async function changeConnectionLimits(
  deps: { db: Db },
  caller: Principal,
  { connection_id: id, ...limits }: { connection_id: string } & NewLimits,
): Promise<Connection> {
  if (caller.kind !== 'person')
    throw new AppError('forbidden', { detail: 'Only a person can change the limits of a program.' });
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const before = await getConnection(tx, caller, id);
    const { monthly_limit_cents = before.monthly_limit_cents, ...uses } = limits;
    if (monthly_limit_cents > before.monthly_limit_cents) {
      refuseUselessMoney(before);
      await refuseMoreMoney(tx, caller, monthly_limit_cents);
    }
    refuseFirstLimit(before, uses);
    const { hours_a_day = before.hours_a_day, actions_a_minute = before.actions_a_minute ?? null } = uses;
    await updateLimits(tx, id, { monthly_limit_cents, hours_a_day, actions_a_minute });
    const details = { id, name: before.program, monthly_limit_cents, ...changedOf(before, uses) };
    await recordActivity(tx, caller, { kind: 'program.limit_changed', details });
    return getConnection(tx, caller, id);
  });
}

function refuseUselessMoney({ permissions }: Connection): void {
  if (permissions.includes('spend')) return;
  const detail = 'This program doesn’t have the permission “spend”, so it can’t spend money.';
  throw new AppError('invalid_input', { detail, fields: { monthly_limit_cents: detail } });
}

/** A live picture that it controls already goes on, and nobody counts there. */
function refuseFirstLimit(before: Connection, { actions_a_minute }: NewLimits): void {
  if ((actions_a_minute ?? null) === null || (before.actions_a_minute ?? null) !== null) return;
  const detail =
    'This program had no limit of actions, so live pictures that it has opened aren’t counted. Connect it again with the limit.';
  throw new AppError('conflict', { detail, fields: { actions_a_minute: detail } });
}
