import type { User } from '@pocketfleet/contract';

const fields = ['id', 'username', 'first_name', 'last_name', 'email'] as const;

/**
 * The cached user, or null when storage holds something else. Checked by hand, because this runs before the
 * first paint and the contract's schemas are loaded with the first call; the server's answer replaces it soon.
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
