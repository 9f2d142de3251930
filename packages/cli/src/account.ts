// The caller and the site: a key from the environment, or the tokens that `pocketfleet login` has stored.
import { existsSync } from 'node:fs';
import { ApiError, type Client, type Phone, Pocketfleet } from '@pocketfleet/client';
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
  signIn: 'pocketfleet login --url ADDRESS, with the address of the site that you rent from.',
});

export type Account = {
  /** The site's origin, for example "https://phones.example.com". */
  url: string;
  /** Throws CommandError with the API's sentence. */
  call: Client['call'];
  /** The client itself, which throws ApiError: `works` turns it into the command's failure. */
  client: Pocketfleet;
  /** A key or an access token: a secret. Throws CommandError without a session. */
  readToken: () => Promise<string>;
  /** What an error of a call means to who uses this command line. */
  toError: (error: ApiError) => CommandError;
  /** One of the caller's phones by tag, id or label. */
  phone: (name: string) => Phone;
};

export function urlOf(env: Environment): string {
  return env['POCKETFLEET_URL'] ?? `http://localhost:${env['PORT'] ?? 4000}`;
}

/** Throws not_signed_in without a key and without a session, or where POCKETFLEET_URL names another site than the session's. */
export function openAccount(env: Environment): Account {
  const key = env['POCKETFLEET_KEY'];
  if (key !== undefined && key !== '') {
    const account = createAccount(urlOf(env), key, env['POCKETFLEET_WORKSPACE']);
    return { ...account, ...withWords(account.client, (error) => keyError(error, account.url, env)) };
  }
  // Scripts get an empty one from a CI that doesn't have the secret; there, nobody can sign in.
  if (key === '' && !existsSync(sessionFile.pathIn(env))) throw new CommandError('not_signed_in', emptyKey);
  const { url } = sessionFile.read(env);
  refuseOtherSite(env['POCKETFLEET_URL'] ?? url, url);
  const readToken = async () => (await freshSession(sessionFile, env)).token;
  return createAccount(url, readToken, env['POCKETFLEET_WORKSPACE']);
}

/** In CI the reader sees nothing but this line. */
function keyError(error: ApiError, url: string, env: Environment): CommandError {
  const known = toCommandError(error, url);
  if (known.exit === 'unreachable' && env['POCKETFLEET_URL'] === undefined) {
    const hint = 'Set POCKETFLEET_URL to the address of the site that you rent from.';
    return new CommandError(known.exit, `${known.message} ${hint}`, { cause: known.cause });
  }
  if (error.code !== 'not_authenticated') return known;
  const why = `${url} doesn’t know the key in POCKETFLEET_KEY: it has ended, was revoked, or belongs to another site.`;
  return new CommandError(known.exit, why, { code: error.code });
}

const emptyKey =
  'The key is empty. Put a key from the page Programs into POCKETFLEET_KEY, or unset it and sign in: pocketfleet login --url ADDRESS';

/** The token of one site must not reach another one. */
function refuseOtherSite(asked: string, signedInAt: string): void {
  const { origin } = new URL(signedInAt);
  if (createAccount(asked, null).url === origin) return;
  throw new CommandError(
    'not_signed_in',
    `Signed in at ${origin}. Sign in at ${asked}: pocketfleet login --url ${asked}`,
  );
}

/** Asked before each call, because a token may have to be renewed. */
type TokenSource = string | (() => Promise<string>);

/** `source` is null for the calls of visitors. Throws a usage error for an address that would send it unencrypted. */
export function createAccount(url: string, source: TokenSource | null, workspace?: string): Account {
  const client = createPocketfleet(url, source, workspace);
  return {
    url: client.url,
    client,
    readToken: async () => (typeof source === 'function' ? source() : (source ?? '')),
    phone: (name) => client.phone(name),
    ...withWords(client, (error) => toCommandError(error, client.url)),
  };
}

function withWords(client: Pocketfleet, toError: Account['toError']): Pick<Account, 'call' | 'toError'> {
  return {
    toError,
    call: (name, input) =>
      client.call(name, input).catch((error: unknown) => {
        throw error instanceof ApiError ? toError(error) : error;
      }),
  };
}

function createPocketfleet(url: string, key: TokenSource | null, workspace = ''): Pocketfleet {
  try {
    return new Pocketfleet({ url, key, ...(workspace !== '' && { workspace }) });
  } catch (error) {
    throw error instanceof TypeError ? new CommandError('usage', error.message) : error;
  }
}
