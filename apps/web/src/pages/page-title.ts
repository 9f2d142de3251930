import { brand } from '@pocketfleet/rules';
import { useEffect } from 'react';
import { realPhones } from '#language/public-pages';

/** The title of the landing page. The title of every other page begins with its own name. */
export const homeTitle = `${brand.name}: ${realPhones}`;

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : homeTitle;
  }, [title]);
}
