export const pageNotFound = 'Page not found';
export const oopsPageNotFound = 'Oops! Page not found';
export const thereIsNothing =
  'There’s nothing at this address. It may be mistyped, or the page may have moved.';
export const returnToHome = 'Return to Home';
export const noPictureFromHere = 'No picture from here';
