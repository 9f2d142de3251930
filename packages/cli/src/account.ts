// Who calls, and where: a key from the environment, or the tokens that `pocketfleet login` has stored.
import { ApiError, type Client, createClient } from '@pocketfleet/client';
import {
  CommandError,
  createSessionFile,
  type Environment,
  type SessionFile,
  toCommandError,
} from '@pocketfleet/command-line';
import { freshSession } from './stored-tokens.ts';

export const sessionFile: SessionFile = createSessionFile({
  variable: 'POCKETFLEET_ACCOUNT',
  name: 'account.json',
  signIn: 'pocketfleet login',
});

export type Account = {
  /** The site's origin, for example "https://phones.example.com". */
  url: string;
  /** Throws CommandError with the API's sentence. */
  call: Client['call'];
};

export function urlOf(env: Environment): string {
  return env['POCKETFLEET_URL'] ?? `http://localhost:${env['PORT'] ?? 4000}`;
}

/** Throws not_signed_in without a key and without a session. */
export function openAccount(env: Environment): Account {
  const key = env['POCKETFLEET_KEY'];
  if (key !== undefined && key !== '') return createAccount(urlOf(env), key, env['POCKETFLEET_WORKSPACE']);
  const { url } = sessionFile.read(env);
  const readToken = async () => (await freshSession(sessionFile, env)).token;
  return createAccount(env['POCKETFLEET_URL'] ?? url, readToken, env['POCKETFLEET_WORKSPACE']);
}

/** Asked before each call, because a token may have to be renewed. */
type TokenSource = string | (() => Promise<string>);

/** `source` is null for the calls of visitors. Throws a usage error for an address that would send it unencrypted. */
export function createAccount(url: string, source: TokenSource | null, workspace?: string): Account {
  const { origin } = secureUrl(url);
  const fetchInWorkspace: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (workspace !== undefined && workspace !== '') headers.set('pocketfleet-workspace', workspace);
    // The API never redirects, and the token must not follow a redirect to another host.
    return fetch(input, { ...init, headers, redirect: 'error' });
  };
  const client = createClient({
    baseUrl: `${origin}/api`,
    readToken: () => null,
    fetch: fetchInWorkspace,
    timeoutMs: 30_000,
  });
  return {
    url: origin,
    call: async (name, input) => {
      const token = typeof source === 'function' ? await source() : source;
      return client.call(name, { ...input, ...(token !== null && { token }) }).catch((error: unknown) => {
        throw error instanceof ApiError ? toCommandError(error, origin) : error;
      });
    },
  };
}

/** Plain http is allowed on loopback only: elsewhere the network could read the password. */
function secureUrl(url: string): URL {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new CommandError('usage', `"${url}" is not an address: it must begin with https://`);
  }
  const { hostname, protocol } = address;
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  if (protocol === 'http:' && !isLoopback) {
    throw new CommandError(
      'usage',
      `${url} is not encrypted: plain http is only for this machine. Use https.`,
    );
  }
  return address;
}
