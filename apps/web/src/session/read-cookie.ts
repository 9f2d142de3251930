// Apart from the other cookie functions, because the stream frame needs only these.
export const tokenCookieName = 'access_token';

export type CookieJar = { cookie: string };

export function readCookie(jar: CookieJar, name: string): string | null {
  for (const pair of jar.cookie.split('; ')) {
    const split = pair.indexOf('=');
    if (split > 0 && pair.slice(0, split) === name) {
      return decodeValue(pair.slice(split + 1));
    }
  }
  return null;
}

function decodeValue(value: string): string | null {
  try {
    return decodeURIComponent(value) || null;
  } catch {
    return null;
  }
}
