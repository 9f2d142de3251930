import { type Reach, wholeReach } from '../src/platform/principal.ts';

/** A customer in their personal workspace. */
export function ownReach(userId: string): Reach {
  return wholeReach({ user_id: userId, workspace_id: userId });
}
