// Cookies with a secret: HttpOnly, and sent only with requests of our own pages. Under https the name begins with __Host-,
// so that no sibling domain can set one (developer.mozilla.org, "Set-Cookie").

export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}

/** The secret in a request's Cookie header; undefined when it is absent or malformed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{16,256})(?:;|$)`);
  return pattern.exec(header ?? '')?.[1];
}

/** A Set-Cookie header. A null secret deletes the cookie. */
export function cookieText(
  name: string,
  secret: string | null,
  options: { maxAgeS: number; isHttps: boolean },
): string {
  const maxAgeS = secret === null ? 0 : options.maxAgeS;
  const secure = options.isHttps ? '; Secure' : '';
  return `${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeS}${secure}`;
}
