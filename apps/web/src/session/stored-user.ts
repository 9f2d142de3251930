import type { SignedInUser, User } from '@pocketfleet/contract';

/** The cached user may be of a version that stored no teams. */
export type KnownUser = User & Partial<Pick<SignedInUser, 'workspaces'>>;

const fields = ['id', 'username', 'first_name', 'last_name', 'email'] as const;

/**
 * The cached user, or null when storage holds something else. It is checked without the contract's schema, because this runs
 * before the first paint and the schemas are loaded with the first call. The server's response replaces it soon.
 */
export function readStoredUser(value: unknown): KnownUser | null {
  return isUser(value) ? value : null;
}

function isUser(value: unknown): value is KnownUser {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  const teams = entries.get('workspaces') ?? [];
  if (!Array.isArray(teams) || teams.some((team) => !Array.isArray(team?.permissions))) return false;
  const since = entries.get('created_at') ?? '';
  return typeof since === 'string' && fields.every((field) => typeof entries.get(field) === 'string');
}
