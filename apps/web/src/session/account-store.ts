// The browser's memory of the customer: the token cookie, the cached user and the tunnel domains.
import { type CookieJar, readCookie, tokenCookieName } from './read-cookie.ts';
import { type KnownUser, readStoredUser } from './stored-user.ts';
import {
  clearTokenCookies,
  cookieDomains,
  type PageAddress,
  tokenLifetimeSeconds,
  tunnelCookieName,
  writeCookie,
} from './token-cookie.ts';

const userKey = 'pocketfleet-user';
const domainsKey = 'pocketfleet-tunnel-domains';

export type AccountStore = {
  readToken(): string | null;
  writeToken(token: string): void;
  readUser(): KnownUser | null;
  writeUser(user: KnownUser | null): void;
  /** Sets the tunnel token for the names of the relays, and remembers the names. */
  writeTunnels(tunnels: { domains: string[]; token: string }): void;
  clearTokens(): void;
  /** Everything: tokens, cached user, tunnel domains. */
  clear(): void;
};

export function createAccountStore(deps: {
  jar: CookieJar;
  page: PageAddress;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}): AccountStore {
  const { jar, page } = deps;
  const storage = ignoringErrors(deps.storage);
  const knownDomains = () => {
    const value = readJson(storage.getItem(domainsKey));
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  };
  const store: AccountStore = {
    readToken: () => readCookie(jar, tokenCookieName),
    writeToken: (token) =>
      writeCookie(jar, page, { name: tokenCookieName, value: token, maxAgeSeconds: tokenLifetimeSeconds }),
    readUser: () => readStoredUser(readJson(storage.getItem(userKey))),
    writeUser: (value) =>
      value ? storage.setItem(userKey, JSON.stringify(value)) : storage.removeItem(userKey),
    writeTunnels({ domains, token }) {
      storage.setItem(domainsKey, JSON.stringify(domains));
      for (const domain of cookieDomains(page, domains)) {
        writeCookie(jar, page, {
          name: tunnelCookieName,
          value: token,
          domain,
          maxAgeSeconds: tokenLifetimeSeconds,
        });
      }
    },
    clearTokens: () => clearTokenCookies(jar, page, knownDomains()),
    clear() {
      store.clearTokens();
      storage.removeItem(userKey);
      storage.removeItem(domainsKey);
    },
  };
  return store;
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Errors are ignored: storage can be blocked or full, and holds only a cache. */
function ignoringErrors(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const attempt = <Value>(work: () => Value, otherwise: Value): Value => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => attempt(() => storage.getItem(key), null),
    setItem: (key, value) => attempt(() => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt(() => storage.removeItem(key), undefined),
  };
}
