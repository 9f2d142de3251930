import type { User } from '@pocketfleet/contract';

const fields = ['id', 'username', 'first_name', 'last_name', 'email'] as const;

/**
 * The cached user, or null when storage holds something else. It is checked without the contract's schema, because this runs
 * before the first paint and the schemas are loaded with the first call. The server's response replaces it soon.
 */
export function readStoredUser(value: unknown): User | null {
  return isUser(value) ? value : null;
}

function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  const since = entries.get('created_at') ?? '';
  return typeof since === 'string' && fields.every((field) => typeof entries.get(field) === 'string');
}
