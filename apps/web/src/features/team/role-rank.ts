// Which roles a member may give. The server decides; this only offers what it would accept.
import { type Role, roles } from '@pocketfleet/contract';

/** One's own role and those below it: nobody gives a role above their own. */
export function rolesToGive(own: Role): readonly Role[] {
  return roles.slice(roles.indexOf(own));
}

export function isAbove(role: Role, own: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(own);
}
