import { brand } from '@pocketfleet/rules';
import { acceptableUse } from '#language/acceptable-use';
import { pageNotFound } from '#language/not-found';
import { privacy } from '#language/privacy';
import * as texts from '#language/public-pages';
import { refunds } from '#language/refunds';
import { terms } from '#language/terms';
import { homeTitle } from '../pages/page-title.ts';
import { paths } from '../paths.ts';

export type PublicPage = { path: string; title: string; description: string };

/** The pages that are rendered at build and that search engines may list. */
export const publicPages: readonly PublicPage[] = [
  { path: paths.home, title: homeTitle, description: texts.homeDescription },
  { path: paths.terms, title: titleOf(terms), description: terms.lead },
  { path: paths.privacy, title: titleOf(privacy), description: privacy.lead },
  {
    path: paths.acceptableUse,
    title: titleOf(acceptableUse),
    description: texts.acceptableUseDescription,
  },
  { path: paths.refunds, title: titleOf(refunds), description: refunds.lead },
];

/** The page for every address without one. Its path stands for all of these addresses; search engines don't list it. */
export const notFoundPage: PublicPage = {
  path: '/404',
  title: titleOf({ title: pageNotFound }),
  description: texts.noSuchPage,
};

function titleOf({ title }: { title: string }): string {
  return `${title} · ${brand.name}`;
}
