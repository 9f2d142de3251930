import type { ErrorCode } from '@pocketfleet/contract';

/**
 * The sentence for each code of a refused call. Null: the code has several causes, and the server's own sentence (`detail`)
 * names the one, a time to wait or a field.
 */
export const errorSentences: { readonly [Code in ErrorCode]: string | null } = {
  invalid_input: null,
  invalid_json: 'Something in this page didn’t work. Please reload it and try again.',
  unsupported_media_type: 'Something in this page didn’t work. Please reload it and try again.',
  payload_too_large: 'This is too large to send. Please shorten it.',
  not_authenticated: 'You’ve been signed out. Please sign in and try again.',
  invalid_credentials: 'Invalid username or password. Please check your credentials.',
  wrong_password: 'That’s not your current password.',
  email_not_verified: 'Please verify your email before logging in.',
  account_suspended: 'This account is suspended. Please contact support.',
  account_restricted: 'This account can’t rent more phones at the moment. Please contact support.',
  forbidden: null,
  device_not_assigned: 'You don’t have access to this phone.',
  not_found: 'We couldn’t find this. It may have ended or been removed.',
  already_exists: 'Username or email already exists. Please choose different credentials.',
  conflict: null,
  short_of_phones: null,
  too_many_holds: 'You have too many unpaid orders. Pay for one of them or cancel it, then try again.',
  unpaid_hold_limit: null,
  already_paid: 'You’ve already paid for exactly these phones. Choose another start time to rent more.',
  hold_expired: 'The phones are no longer reserved for you. Please choose again.',
  booked_next: null,
  idempotency_key_reused:
    'This was already sent with different details. Please reload the page and try again.',
  payment_unavailable: 'Payment service not available. Please try again later or contact support.',
  device_offline: 'This phone is offline.',
  device_preparing: 'We’re preparing this phone. It’ll be ready in a moment.',
  device_out_of_service: 'This phone was taken out of service.',
  assignment_not_started: 'Your rental of this phone hasn’t started yet.',
  device_failed: null,
  link_expired: null,
  wrong_code: 'This code is wrong, too old, or was already used.',
  second_factor_needed: 'Enter the code from your authenticator first.',
  device_not_ready: 'This phone isn’t clean and ready yet.',
  already_done: null,
  refund_too_high: null,
  last_owner: null,
  limit_reached: null,
  workspace_in_use: null,
  too_many_requests: null,
  unavailable: null,
  internal: 'Server error. Please try again later.',
};
