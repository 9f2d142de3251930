// The browser's one way to the API, typed from the contract's table. It checks what it gets, throws
// `ApiError`, and neither shows a message nor leaves the page: that is the caller's to decide.
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteName, routes } from '@pocketfleet/contract';
import { ApiError, refusalOf } from './errors.ts';

type Routes = typeof routes;

type CallInput<Name extends RouteName> = {
  params?: ParamsOf<Routes[Name]>;
  query?: QueryOf<Routes[Name]>;
  body?: BodyOf<Routes[Name]>;
  /** In place of the cookie's token: right after sign-in, before the cookie is set. */
  token?: string;
  /** The same key for every try of the same wish: it is then carried out once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type Client = {
  call<Name extends RouteName>(name: Name, input?: CallInput<Name>): Promise<AnswerOf<Routes[Name]>>;
};

/** Longest time that one call may take. */
const callTimeoutMs = 20_000;

export function createClient(deps: {
  fetch: typeof fetch;
  baseUrl: string;
  /** The access token of the cookie, or null. */
  readToken(): string | null;
}): Client {
  return {
    async call(name, input = {}) {
      // The schemas come with the first call, so that a visitor who only reads doesn't wait for them.
      const { routes } = await import('@pocketfleet/contract');
      const route = routes[name];
      const token = input.token ?? deps.readToken();
      if (!token && isDeviceCall(route.path)) {
        throw new ApiError({ status: 401, code: 'not_authenticated', detail: null });
      }
      const headers = new Headers({ accept: 'application/json' });
      if (token) headers.set('authorization', `Bearer ${token}`);
      if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
      const body = encodeBody(route, input.body, headers);
      const timeout = AbortSignal.timeout(callTimeoutMs);
      const response = await deps
        .fetch(deps.baseUrl + addressOf(route.path, input.params, input.query), {
          method: route.method,
          headers,
          // Only signing in takes a cookie: by it the server knows a browser that was signed in with before.
          credentials: name === 'login' ? 'same-origin' : 'omit',
          signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
          ...(body === undefined ? {} : { body }),
        })
        .catch((cause: unknown) => {
          if (input.signal?.aborted) throw cause;
          throw new ApiError({ status: 0, code: 'no_response', detail: null, cause });
        });
      if (!response.ok) throw await refusalOf(response);
      return await readAnswer(route, response);
    },
  };
}

/** Calls that are not even sent without a token (spec section 5). */
function isDeviceCall(path: string): boolean {
  return path.startsWith('/phones') || path.startsWith('/devices/');
}

function encodeBody(
  route: Routes[RouteName],
  body: unknown,
  headers: Headers,
): string | URLSearchParams | undefined {
  if (body === undefined) return undefined;
  if ('bodyKind' in route && route.bodyKind === 'form') {
    return new URLSearchParams(body as Record<string, string>);
  }
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (pairs.length === 0) return filled;
  return `${filled}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}

/** An answer that the contract doesn't know is treated as a broken server, not passed on. */
async function readAnswer<Name extends RouteName>(
  route: Routes[Name],
  response: Response,
): Promise<AnswerOf<Routes[Name]>> {
  const value = 'answerKind' in route ? await readFile(response) : await readJson(response);
  const parsed = route.answer.safeParse(value);
  if (!parsed.success) {
    throw new ApiError({ status: 502, code: 'unreadable_answer', detail: null, cause: parsed.error });
  }
  return parsed.data as AnswerOf<Routes[Name]>;
}

async function readJson(response: Response): Promise<unknown> {
  return response.status === 204 ? null : await response.json().catch(() => undefined);
}

/** A file as the contract's `fileAnswer`: with the name that the server gave it. */
async function readFile(response: Response): Promise<unknown> {
  const disposition = response.headers.get('content-disposition') ?? '';
  return {
    file_name: /filename="([^"]+)"/.exec(disposition)?.[1],
    content_type: response.headers.get('content-type'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
