// The messages that the team reads for a refused call.
import { ApiError } from '@pocketfleet/client';

/** The message to the operator. The server's own sentence comes first, because it names the cause. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in this page. Reload it and try again.';
  if (error.status === 0) return 'The server did not answer. Check your connection, then try again.';
  if (error.code === 'unreadable_response') {
    return 'The server answered in a way this page does not know. Reload the page.';
  }
  return error.detail ?? `The server refused this (status ${error.status}). Try again in a moment.`;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'second_factor_needed');
}

/** The operator's role may not do this, however often it is tried. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
