// The access rules, computed a second time: from the contract's `needs`, the law of roles and the caller as data. It shares no
// code with the product's policy, so that a mistake there shows as a difference.
import {
  type AccessPermission,
  type Role,
  type RouteDefinition,
  type RouteName,
  type TicketPurpose,
  ticketPermissions,
} from '@pocketfleet/contract';
import { type Caller, permissionsOfRole } from './matrix-scene.ts';
import { type IdKind, idKindOf, strangersAnswer } from './route-rules.ts';

/** The thing that a call names: the caller's team's, granted to them or not, another team's, or nobody's. */
export type Target = 'own' | 'not granted' | 'foreign' | 'unknown' | 'another team';

/** Allowed, or exactly this refusal. `detail` is left out where several sentences are right. */
export type Expected = 'allowed' | { status: number; code: string; detail?: string };

const forbidden = (detail?: string): Expected => ({
  status: 403,
  code: 'forbidden',
  ...(detail && { detail }),
});
const notFound: Expected = { status: 404, code: 'not_found', detail: 'Not found.' };
const lacks = (caller: Caller, permission: AccessPermission): Expected => {
  const giver = permission === 'workspace' ? 'An owner' : 'An owner or admin';
  const [who, remedy] = {
    key: ['This key', 'It stays as it was made: make a key that has it, on the page Programs.'],
    program: [
      'This program',
      'The person who connected it can connect it again and choose it there (pocketfleet login).',
    ],
    person: ['Your role in this team', `${giver} of the team can give you a role that has it.`],
    guest: ['A guest of this link', 'Ask the person who sent the link.'],
    nobody: ['', ''],
  }[caller.kind];
  return forbidden(`${who} does not have the permission “${permission}”. ${remedy}`);
};

/** Of a call that isn't for visitors. */
export function expectedOf(
  name: RouteName,
  route: RouteDefinition,
  caller: Caller,
  target: Target,
): Expected {
  if (route.caller !== 'customer') return 'allowed';
  if (caller.kind === 'nobody')
    return { status: 401, code: 'not_authenticated', detail: 'Please log in and try again.' };
  if (target === 'another team') return notFound;
  return (
    refusalOfNeeds(route.needs, caller) ?? refusalOfCall(name, caller) ?? ofThing(name, route, caller, target)
  );
}

function refusalOfNeeds(
  needs: (RouteDefinition & { caller: 'customer' })['needs'],
  caller: Caller,
): Expected | undefined {
  if (needs === 'anybody') return undefined;
  if (caller.kind === 'guest')
    return needs === 'guest' ? undefined : forbidden('As a guest, you can’t do this.');
  if (needs === 'guest') return forbidden('This call is for guests.');
  if (needs === 'principal') return undefined;
  if (needs === 'person') {
    if (caller.kind === 'person') return undefined;
    return forbidden('This call is for signed-in people. Keys and connected programs can’t make it.');
  }
  const lacking = needs.find((each) => !caller.permissions.has(each));
  return lacking === undefined ? undefined : lacks(caller, lacking);
}

/** Further rights that a call's body or purpose decides, where `needs` doesn't name them. */
function refusalOfCall(name: RouteName, caller: Caller): Expected | undefined {
  const has = (permission: AccessPermission) => caller.permissions.has(permission);
  const isPerson = caller.kind === 'person';
  switch (name) {
    case 'startStream':
      return has('watch') ? undefined : lacks(caller, 'watch');
    case 'listMembers':
      return isPerson || has('members') ? undefined : lacks(caller, 'members');
    case 'createInvitation':
    case 'updateMember':
      return isPerson || hasAllOf(caller, 'user') ? undefined : forbidden();
    case 'removeMember':
      return isPerson || hasAllOf(caller, 'viewer') ? undefined : forbidden();
    // A key or a program has a limit of money, and an owner has none.
    case 'transferWorkspace':
      return isPerson ? undefined : forbidden();
    case 'takeOverKey':
      return isPerson ? undefined : forbidden('Only a person can take over a key.');
    case 'listConnections':
    case 'revokeConnection':
      return isPerson || has('keys') ? undefined : lacks(caller, 'keys');
    case 'makeKey':
      if (!has('watch'))
        return forbidden('You don’t have the permission “watch”, so your key can’t have it.');
      return caller.phones === 'all' ? undefined : { status: 403, code: 'device_not_assigned' };
    // The scene's secret is for all phones.
    case 'makeSecret':
      return caller.phones === 'all' ? undefined : { status: 403, code: 'device_not_assigned' };
    case 'changeConnection':
      return isPerson ? undefined : forbidden('Only a person can change the limits of a program.');
    case 'changeKey':
      return caller.kind === 'key' ? forbidden('Only a person can change the limits of a key.') : undefined;
    case 'createShareLink':
      if (!has('watch')) return lacks(caller, 'watch');
      return caller.kind === 'program' ? forbidden() : undefined;
    case 'changeGuest':
      return has('watch') ? undefined : lacks(caller, 'watch');
    default:
      return undefined;
  }
}

/** A key gives and takes no role that may do more than itself. */
function hasAllOf(caller: Caller, role: Role): boolean {
  return [...permissionsOfRole[role]].every((each) => caller.permissions.has(each));
}

/** Calls whose answer is the same for every phone, because it reveals nothing of it. */
const saysNo: ReadonlySet<RouteName> = new Set([
  'streamStatus',
  'capabilities',
  'stopStream',
  'chooseReplacement',
]);
/** Things that are a person's own and not the workspace's. */
const personal: ReadonlySet<IdKind> = new Set(['session', 'second factor']);

function ofThing(name: RouteName, route: RouteDefinition, caller: Caller, target: Target): Expected {
  const kind = idKindOf(route);
  if (kind === undefined || saysNo.has(name)) return 'allowed';
  const [status, code = ''] = strangersAnswer(name, kind);
  const hidden: Expected = { status, code };
  if (target === 'foreign' || target === 'unknown') return hidden;
  if (target === 'not granted' && caller.phones === 'one') return hidden;
  // The scene's things are the owner's, and a key or a program of theirs acts for the owner.
  const isOwner = caller.kind === 'person' && caller.role === 'owner';
  if (personal.has(kind)) return isOwner ? 'allowed' : hidden;
  if (kind === 'connection') return isOwner || caller.permissions.has('keys') ? 'allowed' : hidden;
  if (kind === 'share link') return isOwner || caller.permissions.has('members') ? 'allowed' : hidden;
  // The scene's order is of two phones, and nobody here has ordered anything.
  if (kind === 'order' && caller.phones === 'one') return hidden;
  if (kind === 'webhook') return ofWebhook(name, caller, isOwner, hidden);
  if (name === 'deleteSecret' && caller.phones === 'one') return forbidden();
  // These ask first whether the phone is the caller's.
  if (name === 'cutSeat' && caller.kind !== 'person') return forbidden('Only people can cut others off.');
  if (name === 'createEmbed' && !caller.permissions.has('watch')) return lacks(caller, 'watch');
  if (name === 'createEmbed' && caller.kind === 'program') return forbidden();
  if (name === 'deleteRecording')
    return isOwner || caller.permissions.has('members')
      ? 'allowed'
      : forbidden('Only the person who started this recording and members who manage the team can erase it.');
  if (name === 'rotateKey') return isOwner ? 'allowed' : forbidden();
  return 'allowed';
}

/** The owner's. Others, and the owner's keys, only end it, and only where they manage the members. */
function ofWebhook(name: RouteName, caller: Caller, isOwner: boolean, hidden: Expected): Expected {
  if (isOwner) return 'allowed';
  if (!caller.permissions.has('members')) return hidden;
  // The matrix changes nothing but to switch it off.
  return name === 'deleteWebhook' || name === 'changeWebhook' ? 'allowed' : forbidden();
}

/** True when a ticket of this purpose opens its socket, for the phone of this target. */
export function mayOpen(caller: Caller, purpose: TicketPurpose, target: 'own' | 'not granted'): boolean {
  return (target === 'own' || caller.phones === 'all') && caller.permissions.has(ticketPermissions[purpose]);
}
