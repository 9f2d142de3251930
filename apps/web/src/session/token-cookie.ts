// The `access_token` cookie of the site and the `tunnel_token` cookie of the relays' names:
// readable by the page, SameSite=Lax, Secure whenever the site is https, 7 days.
import { brand } from '@pocketfleet/rules';
import { type CookieJar, tokenCookieName } from './read-cookie.ts';

export const tunnelCookieName = 'tunnel_token';
export const tokenLifetimeSeconds = 7 * 24 * 60 * 60;

export type PageAddress = { protocol: string; hostname: string };

export function writeCookie(
  jar: CookieJar,
  page: PageAddress,
  cookie: { name: string; value: string; domain?: string; maxAgeSeconds: number },
): void {
  const parts = [
    `${cookie.name}=${encodeURIComponent(cookie.value)}`,
    'Path=/',
    `Max-Age=${cookie.maxAgeSeconds}`,
    'SameSite=Lax',
  ];
  if (cookie.domain) parts.push(`Domain=${cookie.domain}`);
  if (page.protocol === 'https:') parts.push('Secure');
  jar.cookie = parts.join('; ');
}

/** Deletes both cookies of this host, and of each domain that may have them. */
export function clearTokenCookies(jar: CookieJar, page: PageAddress, domains: readonly string[]): void {
  const gone = { value: '', maxAgeSeconds: 0 };
  writeCookie(jar, page, { name: tokenCookieName, ...gone });
  writeCookie(jar, page, { name: tunnelCookieName, ...gone });
  for (const domain of cookieDomains(page, domains)) {
    writeCookie(jar, page, { name: tokenCookieName, domain, ...gone });
    writeCookie(jar, page, { name: tunnelCookieName, domain, ...gone });
  }
}

/**
 * The Domain attributes of cookies that relays receive as well. A browser accepts only suffixes of the page's own host, so
 * there are none for a page or a relay outside of the product's domain.
 */
export function cookieDomains(page: PageAddress, domains: readonly string[]): string[] {
  const suffix = brand.domainSuffix;
  const isOurs = (host: string) => host === suffix || host.endsWith(`.${suffix}`);
  if (!isOurs(page.hostname)) return [];
  return domains.some((domain) => isOurs(domain.replace(/^\./, ''))) ? [suffix] : [];
}
