// NATS_URL: "nats://[user:password@]host[:port]" or "tls://…", several after commas. All have the same credentials.
import type { NatsConfig } from './nats-wire.ts';

const defaultPort = 4222;

/** A text that says what is wrong, when it is not valid. */
export function parseNatsUrl(text: string): Pick<NatsConfig, 'servers' | 'isTls' | 'login'> | string {
  const urls: URL[] = [];
  for (const part of text.split(',')) {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : undefined;
    if (url === undefined || url.hostname === '' || !['nats:', 'tls:'].includes(url.protocol))
      return 'must be nats://host:port or tls://host:port, several after commas';
    if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '')
      return 'must end after the port';
    urls.push(url);
  }
  const [first] = urls;
  if (first === undefined) return 'must name a server';
  if (urls.some(({ protocol }) => protocol !== first.protocol))
    return 'must begin with the same nats:// or tls:// for all servers';
  const logins = new Set(urls.map(({ username, password }) => `${username}:${password}`));
  if (logins.size > 1) return 'must have the same user and password for all servers';
  const login = readLogin(first);
  if (typeof login === 'string') return login;
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? defaultPort : port}`),
    isTls: first.protocol === 'tls:',
    login,
  };
}

/** A user without a password is a token, as in other clients of NATS. */
function readLogin({ username, password }: URL): NatsConfig['login'] | string {
  if (username === '') return undefined;
  try {
    const user = decodeURIComponent(username);
    return password === '' ? { token: user } : { user, password: decodeURIComponent(password) };
  } catch {
    return 'must have a user and password in percent-encoding';
  }
}
