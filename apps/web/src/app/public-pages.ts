import { brand } from '@pocketfleet/rules';
import { homeTitle } from '../pages/page-title.ts';
import { paths } from '../paths.ts';

export type PublicPage = { path: string; title: string; description: string };

/** The pages that are rendered at build and that search engines may list. */
export const publicPages: readonly PublicPage[] = [
  {
    path: paths.home,
    title: homeTitle,
    description:
      'Rent physical Android phones in the United States by the day, week or month. Stream them live and control them with mouse and keyboard.',
  },
  {
    path: paths.terms,
    title: `Terms and Conditions · ${brand.name}`,
    description: `What you and ${brand.name} agree on when you open an account or rent a phone.`,
  },
  {
    path: paths.privacy,
    title: `Privacy Policy · ${brand.name}`,
    description: `What ${brand.name} keeps about you, why, and for how long.`,
  },
  {
    path: paths.acceptableUse,
    title: `Acceptable Use Policy · ${brand.name}`,
    description: 'What you may and may not use our phones for.',
  },
  {
    path: paths.refunds,
    title: `Refund Policy · ${brand.name}`,
    description: 'When you get your money back, how much, and how.',
  },
];

/** The page for every address without one. Its path stands for all of these addresses; search engines don't list it. */
export const notFoundPage: PublicPage = {
  path: '/404',
  title: `Page not found · ${brand.name}`,
  description: 'There is no page at this address.',
};
