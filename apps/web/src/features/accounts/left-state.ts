// The state that another page has left in the history entry for the sign-in page.
import { paths } from '../../paths.ts';

/**
 * The path that the visitor wanted, or the devices. It must be a path of this site: an address that begins with two slashes
 * (or with a slash and a backslash, which browsers read as two slashes) would lead to another site.
 */
export function originOf(state: unknown): string {
  return keptOriginOf(state) ?? paths.account;
}

/** The same, or null: they wanted no other page than the devices. It is passed on between the pages of sign-in and registration. */
export function keptOriginOf(state: unknown): string | null {
  const from = readString(state, 'from');
  return from !== null && /^\/(?![/\\])/.test(from) ? from : null;
}

/** A sentence to show, such as "check your inbox" after registering. */
export function noticeOf(state: unknown): string | null {
  return readString(state, 'notice');
}

/** An email address to sign in with. */
export function emailOf(state: unknown): string {
  return readString(state, 'email') ?? '';
}

/** The address of an account that has just been registered; null on every other way to this page. */
export function registeredEmailOf(state: unknown): string | null {
  return readString(state, 'registered_email');
}

function readString(state: unknown, key: string): string | null {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = (state as Record<string, unknown>)[key];
  return typeof value === 'string' ? value : null;
}
