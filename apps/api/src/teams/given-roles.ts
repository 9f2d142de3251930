// Nobody gives a role that may do more than themselves (decision 106): a person by their own role, and a key or a program by
// the permissions that it has.
import type { AccessPermission, Role } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { type Standing, selectRole } from './members.sql.ts';

/** Throws forbidden for a role above one's own, and where a key or a program would give more than it has. */
export async function refuseHigherRole(tx: Db, caller: Principal, own: Standing, role: Role): Promise<void> {
  const refuse = (detail: string) => new AppError('forbidden', { detail, fields: { role: detail } });
  if ((await selectRole(tx, role)).rank > own.rank)
    throw refuse(`You can’t give a role above your own. Your role is ${own.role}.`);
  const lacking = await findLacking(tx, caller, role);
  if (lacking === undefined) return;
  throw refuse(
    `This ${caller.kind} can’t give the role ${role}: it does not have the permission “${lacking}”.`,
  );
}

/** A permission of this role that a key or a program lacks. What a person may do is their own role. */
export async function findLacking(
  tx: Db,
  caller: Principal,
  role: Role,
): Promise<AccessPermission | undefined> {
  if (caller.kind === 'person') return undefined;
  const { permissions } = await selectRole(tx, role);
  return permissions.find((each) => !caller.permissions.has(each));
}
