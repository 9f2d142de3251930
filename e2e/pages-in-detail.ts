/** The journeys of `npm run proof -- pages`: run it after a change of these pages or their words. */
export const pagesInDetail = [
  'e2e/account-settings.e2e.ts',
  'e2e/account-texts.e2e.ts',
  'e2e/account-errors.e2e.ts',
  'e2e/contact.e2e.ts',
  'e2e/devices-refused.e2e.ts',
  'e2e/early-visitor.e2e.ts',
  'e2e/front-ends.e2e.ts',
  'e2e/history.e2e.ts',
  'e2e/landing.e2e.ts',
  'e2e/mosaic-controls.e2e.ts',
  'e2e/pages.e2e.ts',
  'e2e/refused-streams.e2e.ts',
  'e2e/rent.e2e.ts',
  'e2e/sales-request.e2e.ts',
  'e2e/sign-in-page.e2e.ts',
  'e2e/site-texts.e2e.ts',
];
