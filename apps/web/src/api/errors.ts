// The catalogue of the exact sentences that the product shows for a refused call (spec section 8). Callers decide where a
// sentence is shown, once.
import { ApiError } from '@pocketfleet/client';

export const noConnection = 'Unable to connect to server. Please check your internet connection.';
/** As `closeCodes.session_ended` says it on a stream; the contract is not loaded on a first visit. */
export const signedOutSentence = 'You have been signed out. Please log in again.';
const serverError = 'Server error. Please try again later.';
const unavailable = 'Service temporarily unavailable. Please try again later.';

export function loginSentence(error: unknown): string {
  const fallback = 'Login failed. Please try again.';
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return noConnection;
  if (error.status === 401) return 'Invalid username or password. Please check your credentials.';
  if (error.status === 500) return serverError;
  if (error.status === 503) return unavailable;
  if (error.status > 500) return 'Server temporarily unavailable. Please try again later.';
  return error.detail ?? fallback;
}

export function registerSentence(error: unknown): string {
  const fallback = 'Registration failed. Please try again.';
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return noConnection;
  if (error.status === 400) {
    return error.detail ?? 'Invalid data provided. Please check your information.';
  }
  if (error.status === 409) return 'Username or email already exists. Please choose different credentials.';
  if (error.status === 500) return serverError;
  if (error.status === 503) return unavailable;
  // The server says when to come back.
  if (error.status === 429) return error.detail ?? fallback;
  return fallback;
}

export const verifySentence = 'Failed to verify email. Please try again or contact support.';
export const resendSentence = 'Failed to resend verification email. Please try again later.';

export function forgotSentence(error: unknown): string {
  return detailOf(error) ?? 'Failed to send reset email. Please try again.';
}

export function resetSentence(error: unknown): string {
  return detailOf(error) ?? 'Failed to reset password. Please try again.';
}

export const profileSentence = 'Failed to update your profile. Please check your password and try again.';
export const changePasswordSentence =
  'Failed to update password. Please verify your current password and try again.';

export function devicesSentence(error: unknown): string {
  return detailOf(error) ?? 'Error loading devices';
}

export const availabilitySentence = 'Failed to validate availability. Please try again.';

/** What the server itself said to the customer, or null. */
export function reasonOf(error: unknown): string | null {
  if (error instanceof ApiError && error.status === 0) return noConnection;
  return detailOf(error);
}

export function requestSentence(error: unknown): string {
  return `Your request could not be sent. ${reasonOf(error) ?? 'Please try again.'}`;
}

/** Opening a payment (spec section 8). */
export function paymentSentence(error: unknown): string {
  const fallback = 'Payment processing failed';
  if (!(error instanceof ApiError)) return error instanceof Error && error.message ? error.message : fallback;
  if (error.status === 0) return noConnection;
  if (error.code === 'unreadable_response') return 'Invalid payment intent response from server';
  if (error.status === 401) return 'Authentication failed. Please log out and log back in, then try again.';
  if (error.status === 403) return 'You do not have permission to make payments. Please contact support.';
  if (error.status === 404)
    return 'Payment service not available. Please try again later or contact support.';
  return error.detail ?? fallback;
}

export function contactSentence(error: unknown): string {
  const fallback = 'An error occurred. Please try again later.';
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 429) return 'Too many requests. Please try again later.';
  if (error.status === 400) return error.detail ?? 'Please check your information and try again.';
  if (error.status >= 500) return serverError;
  return error.detail ?? error.note ?? fallback;
}

function detailOf(error: unknown): string | null {
  return error instanceof ApiError ? error.detail : null;
}

/** 401 and 403 on device calls: the caller isn't signed in any more, or may not (spec section 6). */
export function isAuthorizationError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
