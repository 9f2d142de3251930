// The `access_token` cookie of the site and the tunnel token of the relay names (spec-decisions 7 and 8):
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

/** Ends the token cookies on this host and on every name that may carry one. */
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
 * The Domain attributes with which a page at `page` reaches the relay names: a browser takes only its own
 * host's suffixes, so names outside the product's suffix, or a page outside it, give none.
 */
export function cookieDomains(page: PageAddress, domains: readonly string[]): string[] {
  const suffix = brand.domainSuffix;
  const isOurs = (host: string) => host === suffix || host.endsWith(`.${suffix}`);
  if (!isOurs(page.hostname)) return [];
  return domains.some((domain) => isOurs(domain.replace(/^\./, ''))) ? [suffix] : [];
}
