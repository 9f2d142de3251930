// The command line's calls of the operators' API, with the session of the session file.
import { ApiError } from '@pocketfleet/client';
import { callRoute, type RouteInput } from '@pocketfleet/client/call-route';
import { CommandError, toCommandError } from '@pocketfleet/command-line';
import { type OperatorRouteDefinition, operatorCookieName, type ResponseOf } from '@pocketfleet/contract';

const timeoutMs = 30_000;

export type ApiOptions = {
  /** Origin of the operators' port: "http://localhost:4001". */
  url: string;
  token: string | undefined;
};

export type OperatorApi = {
  /** Throws `CommandError` with the API's error message. */
  call: <Route extends OperatorRouteDefinition>(
    route: Route,
    input?: RouteInput<Route>,
  ) => Promise<ResponseOf<Route>>;
  /** The session's token, which the last response has set. */
  token: () => string | undefined;
};

/** Throws a usage error for an address that would send the session unencrypted. */
export function createOperatorApi({ url, ...options }: ApiOptions): OperatorApi {
  refuseClearText(url);
  const { origin } = new URL(url);
  let { token } = options;
  const fetchWithSession: typeof fetch = async (address, request) => {
    // The API never redirects, and the session must not follow a redirect to another host.
    const response = await fetch(address, { ...request, redirect: 'error' });
    const set = /^(?:__Host-)?operator_session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (set !== undefined) token = set === '' ? undefined : set;
    return response;
  };
  const connection = { fetch: fetchWithSession, baseUrl: `${origin}/api`, timeoutMs };
  return {
    token: () => token,
    call: (route, input = {}) =>
      callRoute(connection, route, input, { headers: { origin, ...cookieHeader(token) } }).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? toCommandError(error, url) : error;
        },
      ),
  };
}

/** Plain http is allowed on loopback only: elsewhere the network could read the password. */
function refuseClearText(url: string): void {
  const address = URL.parse(url);
  if (address?.protocol === 'https:') return;
  if (address?.protocol !== 'http:') {
    throw new CommandError('usage', `"${url}" is not an address: it must begin with https://`);
  }
  const { hostname } = address;
  if (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)) return;
  throw new CommandError('usage', `${url} is not encrypted: plain http is only for this machine. Use https.`);
}

/** On loopback, a node behind https still accepts its own cookie; the cookie's name tells which kind it is. */
function cookieHeader(token: string | undefined): { cookie?: string } {
  if (token === undefined) return {};
  return { cookie: [true, false].map((isHttps) => `${operatorCookieName(isHttps)}=${token}`).join('; ') };
}
