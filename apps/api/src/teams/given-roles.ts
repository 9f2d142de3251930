// Nobody gives a role that may do more than themselves (decision 106): a person by their own role, and a key or a program by
// the permissions that it has.
import type { AccessPermission, Role } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { type Membership, selectRole } from './members.sql.ts';

/** Throws forbidden for a role above one's own, and where a key or a program would give more than it has. */
export async function refuseHigherRole(
  tx: Db,
  caller: Principal,
  own: Membership,
  role: Role,
): Promise<void> {
  const refuse = (detail: string) => new AppError('forbidden', { detail, fields: { role: detail } });
  if ((await selectRole(tx, role)).rank > own.rank)
    throw refuse(`You can’t give a role above your own. Your role is ${own.role}.`);
  const lacking = await findLacking(tx, caller, role);
  if (lacking === undefined) return;
  throw refuse(
    `This ${caller.kind} can’t give the role ${role}: it does not have the permission “${lacking}”.`,
  );
}

/** A permission of this role that a key or a program lacks. A person has the permissions of their own role. */
export async function findLacking(
  tx: Db,
  caller: Principal,
  role: Role,
): Promise<AccessPermission | undefined> {
  if (caller.kind === 'person') return undefined;
  const { permissions } = await selectRole(tx, role);
  return permissions.find((each) => !caller.permissions.has(each));
}

/** The limit of a new member. A manager spends up to a budget, so without one it is nothing. Null: no limit. */
export function firstLimit(role: Role, given: number | null | undefined): number | null {
  if (given !== undefined) return given;
  return role === 'manager' ? 0 : null;
}

/** Throws forbidden where somebody of this role could spend more in a month than the caller. Null: no limit. */
export async function refuseMoreMoney(
  tx: Db,
  caller: Principal,
  own: Membership,
  { role, cents }: { role: Role; cents: number | null },
): Promise<void> {
  const most = spendableBy(caller, own);
  // An owner may raise their own limit, so it bounds nothing.
  const given = role === 'owner' ? null : cents;
  if (most === null || (given !== null && given <= most)) return;
  if (!(await selectRole(tx, role)).permissions.includes('spend')) return;
  const who = caller.kind === 'person' ? 'You' : `This ${caller.kind}`;
  const detail = `${who} may spend ${usd(most)} a month, and can’t let anybody spend more. Give a monthly limit of at most ${usd(most)}.`;
  throw new AppError('forbidden', { detail, fields: { monthly_limit_cents: detail } });
}

function spendableBy({ key }: Principal, own: Membership): number | null {
  const limits = [own.role === 'owner' ? null : own.monthly_limit_cents, key?.monthly_limit_cents ?? null];
  const set = limits.filter((each) => each !== null);
  return set.length === 0 ? null : Math.min(...set);
}
