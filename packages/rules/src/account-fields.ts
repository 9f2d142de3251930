// The rules for the fields of an account (spec section 5). Each returns an error for the customer to read, or undefined.
// Browser and server use the same rules and sentences.

const passwordMinLength = 8;
const passwordMaxLength = 128;
const usernameMaxLength = 64;

type FieldError = string | undefined;

/** Removes characters that a username can't contain: it has lowercase letters, digits, periods and underscores. */
export function filterUsername(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9._]/g, '');
}

/** The same for the field that takes a username or an email address: characters that neither has are removed. */
export function filterSignInName(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9._@+%-]/g, '');
}

export function usernameError(value: string): FieldError {
  if (value === '') return 'Username is required';
  if (value.length > usernameMaxLength) return 'Username can be at most 64 characters long';
  if (/^[a-z0-9._]+$/.test(value)) return undefined;
  return 'Username can only contain lowercase letters, numbers, periods, and underscores';
}

export function firstNameError(value: string): FieldError {
  return nameError(value, 'First name is required');
}

export function lastNameError(value: string): FieldError {
  return nameError(value, 'Last name is required');
}

/** `missing` is the sentence for an empty one: it differs on the page for a forgotten password. */
export function emailError(value: string, missing = 'Email is required'): FieldError {
  const address = value.trim();
  if (address === '') return missing;
  if (address.length > 255) return 'Email too long';
  return isEmailAddress(address) ? undefined : 'Please enter a valid email address';
}

/** A new password at registration; reset and change ask for more: `isPasswordStrong`. */
export function passwordError(value: string): FieldError {
  if (value === '') return 'Password is required';
  if (value.length < passwordMinLength) return 'Password must be at least 8 characters long';
  if (value.length > passwordMaxLength) return 'Password can be at most 128 characters long';
  return undefined;
}

/** A password as typed at sign-in: only its length is limited. */
export function typedPasswordError(value: string): FieldError {
  if (value === '') return 'Password is required';
  return value.length > passwordMaxLength ? 'Password can be at most 128 characters long' : undefined;
}

export function confirmPasswordError(value: string, password: string): FieldError {
  if (value === '') return 'Please confirm your password';
  return value === password ? undefined : 'Passwords do not match';
}

/** May be empty, because a referral is optional. */
export function referrerError(value: string): FieldError {
  const referrer = value.trim();
  if (referrer === '' || /^[A-Za-z0-9._-]{3,30}$/.test(referrer)) return undefined;
  if (referrer.length <= 255 && isEmailAddress(referrer)) return undefined;
  return 'Please enter a valid username or email address';
}

/** Attackers try such passwords right after the common ones. Names under three letters are too short to matter. */
export function holdsUsername(password: string, username: string): boolean {
  return username.length >= 3 && password.toLowerCase().includes(username.toLowerCase());
}

export const usernameInPassword = 'The password must not contain the username.';

/**
 * Control characters, line and paragraph ends, lone surrogates, direction marks and characters without width: a name with
 * them looks like another name, or reverses the text around it. The two joiners are allowed, because names in Persian and
 * in Indian languages contain them.
 */
const invisible =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Removes the characters that are not allowed in an account's name. */
export function withoutInvisible(name: string): string {
  return name.replace(new RegExp(invisible, 'gu'), '');
}

function nameError(value: string, missing: string): FieldError {
  const name = value.trim();
  if (!/[^\p{C}\p{Z}]/u.test(name)) return missing;
  if (name.length > 100) return 'Name too long';
  return invisible.test(name) ? 'Please remove the invisible characters from this name' : undefined;
}

/** Plain ASCII addresses: look-alike letters are refused. Callers bound the length first. */
function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(0, at));
  const labels = address.slice(at + 1).split('.');
  return (
    /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*$/.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => /^[A-Za-z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label)) &&
    /^[A-Za-z-]{2,}$|^xn--/.test(labels.at(-1) ?? '')
  );
}
