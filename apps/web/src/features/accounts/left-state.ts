// What another page left in the history entry for the sign-in page.
import { paths } from '../../paths.ts';

/**
 * Where the visitor wanted to go; the devices without it. Only a path of this site: an address that begins with
 * two slashes (or a backslash, which browsers read as one) would lead to another.
 */
export function originOf(state: unknown): string {
  const from = readString(state, 'from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : paths.account;
}

/** A sentence for this page, such as "check your inbox" after registering. */
export function noticeOf(state: unknown): string | null {
  return readString(state, 'notice');
}

function readString(state: unknown, key: string): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}
