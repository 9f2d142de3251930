// The command line's client of the operators' API: one function, typed and validated by the contract.
import {
  type AnswerOf,
  type BodyOf,
  errorAnswer,
  type OperatorRouteDefinition,
  operatorCookieName,
  type ParamsOf,
  type QueryOf,
} from '@pocketfleet/contract';
import { CommandError, exitOf } from './exit-codes.ts';

const timeoutMs = 30_000;

export type ApiOptions = {
  /** Origin of the operators' port: "http://localhost:4001". */
  url: string;
  token: string | undefined;
};

type CallInput<Route extends OperatorRouteDefinition> = {
  params?: ParamsOf<Route>;
  query?: QueryOf<Route>;
  body?: BodyOf<Route>;
};

export type OperatorApi = {
  /** Throws `CommandError` with the API's error message. */
  call: <Route extends OperatorRouteDefinition>(
    route: Route,
    input?: CallInput<Route>,
  ) => Promise<AnswerOf<Route>>;
  /** The session's token, which the last response has set. */
  token: () => string | undefined;
};

/** Throws a usage error for an address that would send the session unencrypted. */
export function createOperatorApi(options: ApiOptions): OperatorApi {
  refuseClearText(options.url);
  let { token } = options;
  return {
    token: () => token,
    call: async (route, input = {}) => {
      const response = await send(options.url, token, route, input);
      const set = /^(?:__Host-)?operator_session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
      if (set !== undefined) token = set === '' ? undefined : set;
      const answer: unknown = await response.json().catch(() => undefined);
      if (!response.ok) throw refusalOf(response.status, answer);
      const parsed = route.answer.safeParse(answer);
      if (!parsed.success) {
        throw new CommandError(
          'failed',
          'The answer is not understood: is this command older than the server?',
        );
      }
      // The schema is the route's own, which the compiler can't follow from here.
      return parsed.data as AnswerOf<typeof route>;
    },
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

async function send(
  url: string,
  token: string | undefined,
  route: OperatorRouteDefinition,
  input: { params?: unknown; query?: unknown; body?: unknown },
): Promise<Response> {
  const address = new URL(`/api${fillPath(route.path, input.params)}`, url);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { origin: new URL(url).origin };
  if (token !== undefined) {
    // On loopback, a node behind https still accepts its own cookie; the cookie's name tells which kind it is.
    headers['cookie'] = [true, false].map((isHttps) => `${operatorCookieName(isHttps)}=${token}`).join('; ');
  }
  if (route.body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(address, {
      method: route.method,
      headers,
      // The API never redirects, and the session must not follow a redirect to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(route.body === undefined ? {} : { body: JSON.stringify(input.body ?? {}) }),
    });
  } catch (cause) {
    throw new CommandError('unreachable', `${url} does not answer. Is it the operators' port?`, { cause });
  }
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values[name] ?? ''));
}

function refusalOf(status: number, answer: unknown): CommandError {
  const parsed = errorAnswer.safeParse(answer);
  if (!parsed.success) return new CommandError('failed', `The server answered ${status}.`);
  const { detail, code, fields } = parsed.data;
  return new CommandError(exitOf(status, code), detail, { code, fields });
}
