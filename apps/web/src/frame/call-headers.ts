// The headers of the frame's calls: the customer's token, and the team whose phone the frame shows.
import { workspaceHeader } from '@pocketfleet/contract';
import { readCookie, tokenCookieName } from '../session/read-cookie.ts';
import { teamId } from '../team.ts';

/** Null for a visitor who is not signed in. */
export function callHeaders(): Record<string, string> | null {
  const token = readCookie(document, tokenCookieName);
  if (token === null) return null;
  return { authorization: `Bearer ${token}`, ...(teamId ? { [workspaceHeader]: teamId } : {}) };
}
