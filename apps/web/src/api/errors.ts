// One funnel from a refused call to code, detail and status, and the catalogue of the exact sentences that
// the product shows for them (spec section 8). Callers decide where a sentence is shown, once.

import type { Availability } from '@pocketfleet/contract';

export class ApiError extends Error {
  override name = 'ApiError';
  /** HTTP status; 0 when no response came. */
  readonly status: number;
  /** A code of the contract, or `no_response`, `unreadable_answer`, `unknown`. */
  readonly code: string;
  /** What the server said to the customer; null when it said nothing. */
  readonly detail: string | null;
  /** What an answer that isn't ours, of a proxy, says in its field `message`; null for every other. */
  readonly note: string | null;
  /** Messages by field name. */
  readonly fields: Record<string, string>;
  /** What is still free, when there were not enough phones; null for every other refusal. */
  readonly availability: Availability | null;
  /** The order that was paid already; null for every other refusal. */
  readonly paidOrderId: string | null;

  constructor(facts: {
    status: number;
    code: string;
    detail: string | null;
    note?: string | null;
    fields?: Record<string, string>;
    availability?: Availability;
    paidOrderId?: string;
    cause?: unknown;
  }) {
    super(facts.detail ?? facts.code, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.detail = facts.detail;
    this.note = facts.note ?? null;
    this.fields = facts.fields ?? {};
    this.availability = facts.availability ?? null;
    this.paidOrderId = facts.paidOrderId ?? null;
  }
}

/** The refusal that a response carries; one that isn't ours (a proxy's page) keeps only its status. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const { availability, errorAnswer } = await import('@pocketfleet/contract');
  const body: unknown = await response.json().catch(() => null);
  const parsed = errorAnswer.safeParse(body);
  if (!parsed.success) {
    const note = noteOf(body);
    return new ApiError({ status: response.status, code: 'unknown', detail: null, note });
  }
  const { detail, code, fields, order_id } = parsed.data;
  const left = code === 'short_of_phones' ? availability.safeParse(body).data : undefined;
  return new ApiError({
    status: response.status,
    code,
    detail: detail.trim() || null,
    ...(left ? { availability: left } : {}),
    ...(code === 'already_paid' && order_id ? { paidOrderId: order_id } : {}),
    ...(fields ? { fields } : {}),
  });
}

/** A short `message` in an answer that isn't ours. */
function noteOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null;
  const { message } = body;
  return typeof message === 'string' && message.length <= 500 ? message.trim() || null : null;
}

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
  if (error.code === 'unreadable_answer') return 'Invalid payment intent response from server';
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
