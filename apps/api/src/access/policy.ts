// The one policy: who may do what with which phone. Every route, socket and job asks here, and none has a rule of its own.
// The same for SQL is in policy.sql.ts.
import type { AccessPermission, Needs } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Principal, Reach } from '../platform/principal.ts';

/** An assignment, or whatever else belongs to a workspace and is about a phone. */
type OwnedPhone = { workspace_id: string; device_id: string };

/** Whether this principal may do this with this phone. */
export function canUse(principal: Principal, phone: OwnedPhone, permission: AccessPermission): boolean {
  return canReach(principal, phone) && principal.permissions.has(permission);
}

/** Whether the phone is among those that this principal has. */
export function canReach(reach: Reach, { workspace_id, device_id }: OwnedPhone): boolean {
  return reach.workspace_id === workspace_id && (reach.phones === 'all' || reach.phones.includes(device_id));
}

/** Throws forbidden for a principal that lacks what a call needs. */
export function refuseUnlessAllowed(principal: Principal, needs: Needs): void {
  if (needs === 'principal') return;
  if (needs === 'person') {
    if (principal.kind === 'person') return;
    throw new AppError('forbidden', {
      detail: 'This call is for signed-in people. Keys and connected programs can’t make it.',
    });
  }
  for (const permission of needs) refuseWithout(principal, permission);
}

/** Throws forbidden for a principal without this permission, whatever the phone is. */
export function refuseWithout(principal: Principal, permission: AccessPermission): void {
  if (principal.permissions.has(permission)) return;
  const who = { key: 'This key', program: 'This program', person: 'Your role in this team' }[principal.kind];
  throw new AppError('forbidden', { detail: `${who} does not have the permission “${permission}”.` });
}
