// The version of the terms that visitors agree to at registration. A new text gets a new version here, so that nobody
// agrees to a text that they haven't seen.

/** The date of the text that the site shows. */
export const termsVersion = '2026-11-25';

export const termsError = 'You must accept the terms and conditions';
/** The error when a visitor has agreed to another version than the present one. */
export const termsChanged =
  'The terms and conditions have changed. Please reload the page and read them again.';
