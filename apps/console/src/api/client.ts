// The console's one way to the operators' API, typed from the contract's table. The session is a cookie that
// scripts can't read. It checks what it gets and throws `ApiError`; the caller decides where to show it.
import {
  type AnswerOf,
  type BodyOf,
  type OperatorRouteName,
  operatorRoutes,
  type ParamsOf,
  type QueryOf,
} from '@pocketfleet/contract';
import { ApiError, readApiError } from './errors.ts';

type Routes = typeof operatorRoutes;

export type CallInput<Name extends OperatorRouteName> = {
  params?: ParamsOf<Routes[Name]>;
  query?: QueryOf<Routes[Name]>;
  body?: BodyOf<Routes[Name]>;
  signal?: AbortSignal;
};

export type Answer<Name extends OperatorRouteName> = AnswerOf<Routes[Name]>;

export type Client = {
  call<Name extends OperatorRouteName>(name: Name, input?: CallInput<Name>): Promise<Answer<Name>>;
};

/** Longest time that one call may take. */
const callTimeoutMs = 20_000;

export function createClient(deps: { fetch: typeof fetch; baseUrl: string }): Client {
  return {
    async call(name, input = {}) {
      const route = operatorRoutes[name];
      const timeout = AbortSignal.timeout(callTimeoutMs);
      const headers = new Headers({ accept: 'application/json' });
      if (input.body !== undefined) headers.set('content-type', 'application/json');
      const response = await deps
        .fetch(deps.baseUrl + addressOf(route.path, input.params, input.query), {
          method: route.method,
          headers,
          credentials: 'same-origin',
          signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        })
        .catch((cause: unknown) => {
          if (input.signal?.aborted) throw cause;
          throw new ApiError({ status: 0, code: 'no_response', detail: null, cause });
        });
      if (!response.ok) throw await readApiError(response);
      const parsed = route.answer.safeParse(await response.json().catch(() => undefined));
      if (!parsed.success) {
        throw new ApiError({ status: 502, code: 'unreadable_answer', detail: null, cause: parsed.error });
      }
      return parsed.data as Answer<typeof name>;
    },
  };
}

/** Where the picture of a phone's screen is; `at` makes it a new one. */
export function thumbnailAddress(deviceId: string, at: number): string {
  return `/api${addressOf(operatorRoutes.phoneThumbnail.path, { id: deviceId }, undefined)}?at=${at}`;
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
