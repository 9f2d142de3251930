// The rights of a principal, as data: the permissions of wave two, which are also the OAuth scopes, and what a call needs.
import type { TicketPurpose } from './ticket-purpose.ts';

/** `shell` and `adb` mean everything on that phone. */
export const accessPermissions = [
  'watch',
  'control',
  'files',
  'apps',
  'shell',
  'adb',
  'screen',
  'record',
  'label',
  'secrets',
  'rent',
  'spend',
  'members',
  'keys',
  'webhooks',
  'billing',
  'workspace',
] as const;
export type AccessPermission = (typeof accessPermissions)[number];

/** The roles of a workspace, from the most to the least. Their permissions are in the database's table of roles. */
export const roles = ['owner', 'admin', 'manager', 'user', 'viewer'] as const;
export type Role = (typeof roles)[number];

/**
 * The needs of a call: all of these permissions; or `principal`: anybody who may use the workspace; or `person`: somebody
 * who has signed in, because the call is about their own account. Guests make only the calls that need `guest`, which are
 * theirs alone, or `anybody`.
 */
export type Needs = readonly AccessPermission[] | 'principal' | 'person' | 'guest' | 'anybody';

/** The permission of a websocket, by the purpose of its ticket. */
export const ticketPermissions = {
  view: 'watch',
  control: 'control',
  shell: 'shell',
  files: 'files',
  adb: 'adb',
  screen: 'screen',
} as const satisfies Record<TicketPurpose, AccessPermission>;

/** The header that picks one of a person's workspaces. Without it their personal one is used. */
export const workspaceHeader = 'pocketfleet-workspace';
