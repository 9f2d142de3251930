// The caller: the result of authenticating a call. Made in `access/`, and handed to every handler.
import type { AccessPermission, Role } from '@pocketfleet/contract';

/** The part of the product that somebody may use: one workspace, and its phones or some of them. */
export type Reach = {
  /** The person, or the member for whom a key or a connected program acts. */
  user_id: string;
  workspace_id: string;
  /** Ids of devices. They count only while they are the workspace's. */
  phones: 'all' | readonly string[];
  /** Of a key or a connected program: what it may spend in a calendar month (UTC), together with the keys of its family. */
  key?: { family_id: string; monthly_limit_cents: number; is_program?: boolean };
};

/** All phones of the workspace that somebody rented for: what the product itself does for them. */
export function wholeReach({ user_id, workspace_id }: Pick<Reach, 'user_id' | 'workspace_id'>): Reach {
  return { user_id, workspace_id, phones: 'all' };
}

export type Principal = Reach & {
  kind: 'person' | 'key' | 'program';
  credential_id: string;
  /** Of the member. A key or a program may have less than its role allows, which `permissions` says. */
  role: Role;
  permissions: ReadonlySet<AccessPermission>;
};

/** What a call says about itself, from which a principal is found. */
export type Asking = {
  /** A bearer token: a secret, never to be stored or logged. */
  secret: string;
  /** The workspace that the call names; undefined without one. */
  workspaceId: string | undefined;
  address: string;
};

/** Undefined when the secret lets nobody in. Throws not_found for a workspace that isn't the caller's. */
export type Authenticate = (asking: Asking) => Promise<Principal | undefined>;
