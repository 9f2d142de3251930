// Each code of an error response, with its HTTP status and its default sentence. On the wire: { "detail": "...", "code": "..." }.
import { z } from 'zod';

export const errorCodes = {
  invalid_input: { status: 400, detail: 'Please check your information and try again.' },
  invalid_json: { status: 400, detail: 'The request body is not valid JSON.' },
  unsupported_media_type: { status: 415, detail: 'This content type is not supported for this call.' },
  payload_too_large: { status: 413, detail: 'The request is too large.' },
  not_authenticated: { status: 401, detail: 'Please log in and try again.' },
  invalid_credentials: {
    status: 401,
    detail: 'Invalid username or password. Please check your credentials.',
  },
  wrong_password: { status: 403, detail: 'That’s not your current password.' },
  email_not_verified: { status: 403, detail: 'Please verify your email before logging in.' },
  account_suspended: { status: 403, detail: 'This account is suspended. Please contact support.' },
  account_restricted: {
    status: 403,
    detail: 'This account can’t rent more phones at the moment. Please contact support.',
  },
  over_budget: { status: 403, detail: 'This costs more than this key may spend in a month.' },
  forbidden: { status: 403, detail: 'You don’t have permission to do this.' },
  device_not_assigned: { status: 403, detail: 'This phone is not assigned to your account.' },
  not_found: { status: 404, detail: 'Not found.' },
  request_ended: { status: 404, detail: 'This request has ended. Start again from the program.' },
  already_exists: {
    status: 409,
    detail: 'Username or email already exists. Please choose different credentials.',
  },
  conflict: { status: 409, detail: 'This has changed in the meantime. Please reload and try again.' },
  short_of_phones: { status: 409, detail: 'Not enough phones are available for your requested dates.' },
  too_many_holds: {
    status: 409,
    detail: 'You have too many unpaid orders. Pay for one of them or cancel it, then try again.',
  },
  unpaid_hold_limit: {
    status: 429,
    detail: 'You have reserved phones without paying for them. Please try again later, or send a request.',
  },
  already_paid: { status: 409, detail: 'You’ve already paid for exactly these phones.' },
  hold_expired: {
    status: 409,
    detail: 'The phones are no longer reserved for you. Please choose again.',
  },
  booked_next: { status: 409, detail: 'Another customer has booked this phone next.' },
  idempotency_key_reused: {
    status: 409,
    detail: 'This was already sent with different details. Please reload and try again.',
  },
  payment_unavailable: {
    status: 503,
    detail: 'Payment service not available. Please try again later or contact support.',
  },
  device_offline: { status: 409, detail: 'This phone is offline.' },
  device_preparing: { status: 409, detail: 'We’re preparing this phone. It’ll be ready in a moment.' },
  device_out_of_service: { status: 409, detail: 'This phone was taken out of service.' },
  assignment_not_started: { status: 409, detail: 'Your rental of this phone hasn’t started yet.' },
  device_failed: { status: 502, detail: 'The phone couldn’t do this.' },
  link_expired: {
    status: 400,
    detail: 'Invalid or expired reset link. Please request a new password reset.',
  },
  wrong_code: { status: 403, detail: 'This code is wrong, too old, or was already used.' },
  second_factor_required: {
    status: 403,
    detail:
      'This account has a second factor. Sign in on the website, or use a key, which needs no password.',
  },
  challenge_ended: {
    status: 403,
    detail: 'This sign-in took too long, or had too many wrong codes. Enter your password again.',
  },
  second_factor_needed: { status: 403, detail: 'Enter the code of your authenticator first.' },
  device_not_ready: { status: 409, detail: 'This phone is not clean and ready.' },
  already_done: { status: 409, detail: 'This was already done.' },
  refund_too_high: {
    status: 409,
    detail: 'This is more than the amount that was paid and not refunded yet.',
  },
  last_owner: {
    status: 409,
    detail: 'A team always has an owner. Make another member the owner first.',
  },
  limit_reached: { status: 409, detail: 'You’ve reached the limit. Remove one first, then try again.' },
  workspace_in_use: { status: 409, detail: 'This team still has rentals or open orders.' },
  too_many_requests: { status: 429, detail: 'Too many requests. Please try again later.' },
  unavailable: { status: 503, detail: 'Service temporarily unavailable. Please try again later.' },
  internal: { status: 500, detail: 'Server error. Please try again later.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errorCodes;

export const errorResponse = z.object({
  detail: z.string(),
  code: z.string(),
  /** Messages by field name, for forms; the first of them is also `detail`. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Of `already_paid`: the order that was paid. */
  order_id: z.uuid().optional(),
  /** Of `email_not_verified`, which follows a right password: the address that waits for verification. */
  email: z.string().optional(),
  /** Of `second_factor_required`, which follows a right password: how to go on (`POST /auth/second-factor`). */
  challenge: z.string().optional(),
  methods: z.array(z.string()).optional(),
  /** The options of `navigator.credentials.get`; null without a passkey. */
  passkey: z.looseObject({ challenge: z.string() }).nullable().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponse>;
