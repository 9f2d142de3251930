// Which terms a visitor agrees to at registration. A new text gets a new version here, so that nobody agrees to a
// text that he hasn't seen.

/** Day of the text that the site shows. */
export const termsVersion = '2026-11-20';

export const termsTrouble = 'You must accept the terms and conditions';
/** For who agreed to another version than the present one. */
export const termsChanged =
  'The terms and conditions have changed. Please reload the page and read them again.';
