// Limits of a key that are changed while it works. They count from its next call on.
import type { Key } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { recordActivity } from './activity.ts';
import { selectKeys, updateLimits } from './keys.sql.ts';
import { getKey, refuseMoreMoney } from './keys.ts';
import { lockKeys } from './lock-keys.ts';

/** Undefined: it stays. */
export type NewLimits = {
  monthly_limit_cents?: number | undefined;
  hours_a_day?: number | null | undefined;
  actions_a_minute?: number | null | undefined;
};

/**
 * Throws not_found, conflict for a first limit of actions, and forbidden for keys and for more than the caller or the key that
 * made it has: a program doesn't raise its own limit.
 */
export async function changeLimits(
  deps: { db: Db },
  caller: Principal,
  { key_id, ...limits }: { key_id: string } & NewLimits,
): Promise<Key> {
  if (caller.kind === 'key')
    throw new AppError('forbidden', { detail: 'Only a person can change the limits of a key.' });
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const before = await getKey(tx, caller, key_id);
    const { monthly_limit_cents = before.monthly_limit_cents, ...uses } = limits;
    if (monthly_limit_cents > before.monthly_limit_cents)
      await refuseMoreMoney(tx, caller, monthly_limit_cents);
    refuseFirstLimit(before, uses);
    await refuseMoreThanMaker(tx, caller, key_id, uses);
    const { hours_a_day = before.hours_a_day, actions_a_minute = before.actions_a_minute ?? null } = uses;
    await updateLimits(tx, key_id, { monthly_limit_cents, hours_a_day, actions_a_minute });
    const details = { id: key_id, name: before.name, monthly_limit_cents, ...changedOf(before, uses) };
    await recordActivity(tx, caller, { kind: 'key.limit_changed', details });
    return getKey(tx, caller, key_id);
  });
}

type Uses = Omit<NewLimits, 'monthly_limit_cents'>;

/** Access that was opened without a limit, such as links that give control, goes on and can't be counted. */
function refuseFirstLimit(before: Key, { actions_a_minute }: Uses): void {
  if ((actions_a_minute ?? null) === null || (before.actions_a_minute ?? null) !== null) return;
  const detail =
    'This key had no limit of actions, so pictures and links that it has opened aren’t counted. Make another key with the limit.';
  throw new AppError('conflict', { detail, fields: { actions_a_minute: detail } });
}

const words = { hours_a_day: 'hours a day', actions_a_minute: 'actions a minute' } as const;

async function refuseMoreThanMaker(tx: Tx, caller: Principal, keyId: string, uses: Uses): Promise<void> {
  const [row] = await selectKeys(tx, caller.workspace_id, keyId);
  const [maker] = row?.parent_id ? await selectKeys(tx, caller.workspace_id, row.parent_id) : [];
  if (maker === undefined) return;
  for (const limit of ['hours_a_day', 'actions_a_minute'] as const) {
    const most = maker[limit];
    const given = uses[limit];
    if (given === undefined || most === null || (given !== null && given <= most)) continue;
    const detail = `The key that made this one has ${most} ${words[limit]}, and they share them.`;
    throw new AppError('forbidden', { detail, fields: { [limit]: detail } });
  }
}

/** For the activity, which keeps no null: 0 is no limit. */
export function changedOf(before: Pick<Key, keyof Uses>, { hours_a_day, actions_a_minute }: Uses) {
  const isOther = (given: number | null | undefined, had: number | null) =>
    given !== undefined && given !== had;
  return {
    ...(isOther(hours_a_day, before.hours_a_day) && { hours_a_day: hours_a_day ?? 0 }),
    ...(isOther(actions_a_minute, before.actions_a_minute ?? null) && {
      actions_a_minute: actions_a_minute ?? 0,
    }),
  };
}
