import { brand } from '@pocketfleet/rules';
import { useEffect } from 'react';

/** The landing page's title says what the product is; every other page's begins with its own name. */
export const homeTitle = `${brand.name}: real US phones, in your browser`;

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : homeTitle;
  }, [title]);
}
