// The one policy: who may do what with which phone. Every route, socket and job asks here, and none has a rule of its own.
// The same for SQL is in policy.sql.ts.
import type { AccessPermission, Needs } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Principal, Reach } from '../platform/principal.ts';

/** An assignment, or whatever else belongs to a workspace and is about a phone. */
type OwnedPhone = { workspace_id: string; device_id: string };

/** True when this principal may do this with this phone. */
export function canUse(principal: Principal, phone: OwnedPhone, permission: AccessPermission): boolean {
  return canReach(principal, phone) && principal.permissions.has(permission);
}

/** True when the phone is among those that this principal has. */
export function canReach(reach: Reach, { workspace_id, device_id }: OwnedPhone): boolean {
  return reach.workspace_id === workspace_id && (reach.phones === 'all' || reach.phones.includes(device_id));
}

/** The permissions that a call of the contract needs. */
type Required = { readonly needs: Needs; readonly withoutSecondFactor?: true };

/** Throws forbidden for a principal that lacks what a call needs, and second_factor_needed. */
export function refuseUnlessAllowed(principal: Principal, required: Required): void {
  const { needs } = required;
  const isOwnAccount = needs === 'person' || required.withoutSecondFactor === true;
  if (!(isOwnAccount && principal.kind === 'person')) refuseWithoutFactor(principal);
  if (needs === 'anybody') return;
  if ((needs === 'guest') !== (principal.kind === 'guest')) {
    const detail = needs === 'guest' ? 'This call is for guests.' : 'As a guest, you can’t do this.';
    throw new AppError('forbidden', { detail });
  }
  if (needs === 'principal' || needs === 'guest') return;
  if (needs === 'person') {
    if (principal.kind === 'person') return;
    throw new AppError('forbidden', {
      detail: 'This call is for signed-in people. Keys and connected programs can’t make it.',
    });
  }
  for (const permission of needs) refuseWithout(principal, permission);
}

/**
 * Throws second_factor_needed in a team that requires one. Keys, programs and guests follow the member who let them in:
 * otherwise a key would be a way around the rule.
 */
export function refuseWithoutFactor({ kind, lacks_second_factor }: Principal): void {
  if (!lacks_second_factor) return;
  const detail = {
    person: 'This team needs a second factor of its members. Add one in your settings, then come back.',
    key: 'The team needs a second factor of its members. The person who made this key has none: they can add one in their settings.',
    program:
      'The team needs a second factor of its members. The person who connected this program has none: they can add one in their settings.',
    guest: 'This link doesn’t work at the moment. Please ask the person who sent it.',
  }[kind];
  throw new AppError('second_factor_needed', { detail });
}

/**
 * Throws forbidden for a key or a program whose actions a minute are limited: they are counted by calls, and not at a live
 * picture.
 */
export function refuseUncounted({ kind, key }: Principal): void {
  if ((key?.actions_a_minute ?? null) === null) return;
  throw new AppError('forbidden', {
    detail: `This ${kind} may do a limited number of actions a minute, so it can’t control a live picture. Watch it, and act by calls.`,
  });
}

/** Throws forbidden for a principal without this permission, whatever the phone is, and second_factor_needed. */
export function refuseWithout(principal: Principal, permission: AccessPermission): void {
  refuseWithoutFactor(principal);
  if (principal.permissions.has(permission)) return;
  throw new AppError('forbidden', { detail: lacksSentence(principal.kind, permission) });
}

export function lacksSentence(kind: Principal['kind'], permission: AccessPermission): string {
  const who = {
    key: 'This key does not',
    program: 'This program does not',
    person: 'Your role in this team does not',
    guest: 'A guest of this link does not',
  }[kind];
  return `${who} have the permission “${permission}”. ${remedy(kind, permission)}`;
}

/** How a principal gets a permission that it lacks. */
function remedy(kind: Principal['kind'], permission: AccessPermission): string {
  // Nobody gives a role above their own.
  const giver = permission === 'workspace' ? 'An owner' : 'An owner or admin';
  return {
    key: 'It stays as it was made: make a key that has it, on the page Programs.',
    program: 'The person who connected it can connect it again and choose it there (pocketfleet login).',
    person: `${giver} of the team can give you a role that has it.`,
    guest: 'Ask the person who sent the link.',
  }[kind];
}
