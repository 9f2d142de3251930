// The caller: the result of authenticating a call. Made in `access/`, and handed to every handler.
import type { AccessPermission, Role } from '@pocketfleet/contract';

/** The part of the product that somebody may use: one workspace, and its phones or some of them. */
export type Reach = {
  /** The person, or the member for whom a key or a connected program acts. */
  user_id: string;
  workspace_id: string;
  /** Ids of devices. They count only while they are the workspace's. */
  phones: 'all' | readonly string[];
  /**
   * Of a key or a connected program: which one, and what it may spend in a calendar month (UTC), together with the keys of
   * its family.
   */
  key?: {
    credential_id: string;
    family_id: string;
    monthly_limit_cents: number;
    /** Null: no limit. */
    actions_a_minute?: number | null;
    is_program?: boolean;
  };
};

/** All phones of the workspace that somebody rented for: what the product itself does for them. */
export function wholeReach({ user_id, workspace_id }: Pick<Reach, 'user_id' | 'workspace_id'>): Reach {
  return { user_id, workspace_id, phones: 'all' };
}

export type Principal = Reach & {
  /** A guest acts for the member who made the link, as a key does for its maker. */
  kind: 'person' | 'key' | 'program' | 'guest';
  credential_id: string;
  /** Of a guest: the link that they came by. */
  link_id?: string;
  /** The name that other people see: a username, the name of a key or a program, or the name that a guest has typed. */
  name: string;
  address: string;
  /** Of the member. A key or a program may have less than its role allows, which `permissions` says. */
  role: Role;
  permissions: ReadonlySet<AccessPermission>;
  /** The workspace requires a second factor, which the person, or the member behind a key, doesn't have. */
  lacks_second_factor: boolean;
};

/** The parts of a call from which a principal is found. */
export type Asking = {
  /** A bearer token: a secret, never to be stored or logged. */
  secret: string;
  /** The workspace that the call names; undefined without one. */
  workspaceId: string | undefined;
  address: string;
  /** The resource that a connected program’s secret must be for; the API without it. */
  resource?: 'mcp';
};

/** Undefined when the secret lets nobody in. Throws not_found for a workspace that isn't the caller's. */
export type Authenticate = (asking: Asking) => Promise<Principal | undefined>;
