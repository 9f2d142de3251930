// The version of the terms that visitors agree to at registration. Change it with the text, so that nobody
// agrees to a text that they haven't seen.

/** The date of the text that the site shows. */
export const termsVersion = '2026-11-25';

export const termsError = 'You must accept the terms and conditions';
/** The error when a visitor has agreed to a version that is no longer current. */
export const termsChanged =
  'The terms and conditions have changed. Please reload the page and read them again.';
