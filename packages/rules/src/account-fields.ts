// What may be typed into the fields of an account (spec section 5). Each rule answers with the sentence that
// the customer reads, or undefined: browser and server refuse the same things with the same words.

const passwordMinLength = 8;
const passwordMaxLength = 128;
const usernameMaxLength = 64;

type Trouble = string | undefined;

/** What a username field keeps of what is typed: lowercase letters, digits, periods, underscores. */
export function filterUsername(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9._]/g, '');
}

export function usernameTrouble(value: string): Trouble {
  if (value === '') return 'Username is required';
  if (value.length > usernameMaxLength) return 'Username can be at most 64 characters long';
  if (/^[a-z0-9._]+$/.test(value)) return undefined;
  return 'Username can only contain lowercase letters, numbers, periods, and underscores';
}

export function firstNameTrouble(value: string): Trouble {
  return nameTrouble(value, 'First name is required');
}

export function lastNameTrouble(value: string): Trouble {
  return nameTrouble(value, 'Last name is required');
}

/** `missing` is the sentence for an empty one: it differs on the page for a forgotten password. */
export function emailTrouble(value: string, missing = 'Email is required'): Trouble {
  const address = value.trim();
  if (address === '') return missing;
  if (address.length > 255) return 'Email too long';
  return isEmailAddress(address) ? undefined : 'Please enter a valid email address';
}

/** A new password at registration; reset and change ask for more: `isPasswordStrong`. */
export function passwordTrouble(value: string): Trouble {
  if (value === '') return 'Password is required';
  if (value.length < passwordMinLength) return 'Password must be at least 8 characters long';
  if (value.length > passwordMaxLength) return 'Password can be at most 128 characters long';
  return undefined;
}

/** A password as typed at sign-in: only bounded, never judged. */
export function typedPasswordTrouble(value: string): Trouble {
  if (value === '') return 'Password is required';
  return value.length > passwordMaxLength ? 'Password can be at most 128 characters long' : undefined;
}

export function confirmPasswordTrouble(value: string, password: string): Trouble {
  if (value === '') return 'Please confirm your password';
  return value === password ? undefined : 'Passwords do not match';
}

/** Empty is fine: nobody has to be recommended. */
export function referrerTrouble(value: string): Trouble {
  const referrer = value.trim();
  if (referrer === '' || /^[A-Za-z0-9._-]{3,30}$/.test(referrer)) return undefined;
  if (referrer.length <= 255 && isEmailAddress(referrer)) return undefined;
  return 'Please enter a valid username or email address';
}

/** What guessers try first after the common ones. Names under three letters tell too little. */
export function holdsUsername(password: string, username: string): boolean {
  return username.length >= 3 && password.toLowerCase().includes(username.toLowerCase());
}

export const usernameInPassword = 'The password must not contain the username.';

/**
 * Control characters, line and paragraph ends, halves of a character, marks and overrides of direction, and what
 * has no width: a name with them looks like another one, or turns the text around it. The two joiners stay: names
 * in Persian and in the languages of India are written with them.
 */
const invisible =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** For a name that is taken as it comes: without what a name of an account is refused for. */
export function withoutInvisible(name: string): string {
  return name.replace(new RegExp(invisible, 'gu'), '');
}

function nameTrouble(value: string, missing: string): Trouble {
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
