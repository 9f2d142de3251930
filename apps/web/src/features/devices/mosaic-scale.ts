// The mosaic's scale: 0.4 to 1.5 in steps of 0.1, by default 0.6, stored in a cookie for 365 days.
import type { CookieJar } from '../../session/read-cookie.ts';
import type { PageAddress } from '../../session/token-cookie.ts';

export const mosaicScale = { min: 0.4, max: 1.5, step: 0.1, default: 0.6 } as const;

const cookieName = 'mosaic_scale';
const lifetimeSeconds = 365 * 24 * 60 * 60;

/** A stored value outside of 0.4 to 1.5 is ignored. */
export function readMosaicScale(jar: CookieJar): number {
  const pair = jar.cookie.split('; ').find((each) => each.startsWith(`${cookieName}=`));
  const value = pair ? Number(pair.slice(cookieName.length + 1)) : Number.NaN;
  return value >= mosaicScale.min && value <= mosaicScale.max ? value : mosaicScale.default;
}

export function writeMosaicScale(jar: CookieJar, page: PageAddress, scale: number): void {
  const secure = page.protocol === 'https:' ? '; Secure' : '';
  jar.cookie = `${cookieName}=${scale.toFixed(1)}; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${secure}`;
}
