// The sentences that search engines show of the public pages. The legal pages have their title and their lead there.
export const realPhones = 'real US phones, in your browser';
export const homeDescription =
  'Rent physical Android phones in the United States by the day, week or month. Stream them live and control them with mouse and keyboard.';
export const acceptableUseDescription = 'What you may and may not use our phones for.';
export const noSuchPage = 'There is no page at this address.';
