// One call of a route of the contract, of customers or of operators: builds the request, sends it, and checks the response.
import {
  availability,
  type BodyOf,
  errorResponse,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  type RouteShape,
  secondFactorDue,
} from '@pocketfleet/contract';
import { ApiError } from './api-error.ts';

export type Connection = {
  /** The global fetch if left out. */
  fetch?: typeof fetch;
  /** The address below which the routes are: "/api" in a page of the product, "https://pocketfleet.test/api" elsewhere. */
  baseUrl: string;
  /** The longest time that one call may take; `usualTimeoutMs` if left out. */
  timeoutMs?: number;
};

export const usualTimeoutMs = 20_000;

export type RouteInput<Route extends RouteShape> = {
  params?: ParamsOf<Route>;
  query?: QueryOf<Route>;
  body?: BodyOf<Route>;
  signal?: AbortSignal | undefined;
  /** Instead of the connection's, for an answer that takes long to load. */
  timeoutMs?: number | undefined;
  /** Of a file: takes each piece as it arrives, the next one when this one was taken. `bytes` of the answer is empty then. */
  onBytes?: ((piece: Uint8Array<ArrayBuffer>) => Promise<void>) | undefined;
};

/** `request` has what isn't the route's: the credentials, and headers such as the authorization. */
export async function callRoute<Route extends RouteShape>(
  connection: Connection,
  route: Route,
  input: RouteInput<Route>,
  request: Pick<RequestInit, 'credentials'> & { headers?: Record<string, string> } = {},
): Promise<ResponseOf<Route>> {
  const headers = new Headers({ accept: 'application/json', ...request.headers });
  const body = encodeBody(route, input.body, headers);
  const timeout = AbortSignal.timeout(input.timeoutMs ?? connection.timeoutMs ?? usualTimeoutMs);
  const send = connection.fetch ?? fetch;
  const response = await send(connection.baseUrl + routeAddress(route, input), {
    ...request,
    method: route.method,
    headers,
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    ...(body === undefined ? {} : { body }),
  }).catch((cause: unknown) => {
    if (input.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'no_response', detail: null, cause });
  });
  if (!response.ok) throw await readError(response);
  const parsed = route.response.safeParse(await readBody(route, response, input.onBytes));
  // A response that the contract doesn't know counts as a broken server.
  if (!parsed.success) {
    throw new ApiError({ status: 502, code: 'unreadable_response', detail: null, cause: parsed.error });
  }
  return parsed.data as ResponseOf<Route>;
}

/** A route's path with its parameters and its query, below the API's base. */
export function routeAddress(
  { path }: RouteShape,
  { params, query }: { params?: unknown; query?: unknown },
): string {
  const values = (params ?? {}) as Record<string, string>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return filled;
  return `${filled}?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`;
}

function encodeBody(
  route: RouteShape,
  body: unknown,
  headers: Headers,
): string | URLSearchParams | undefined {
  if (body === undefined) return undefined;
  if (route.bodyKind === 'form') return new URLSearchParams(body as Record<string, string>);
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

type TakeBytes = RouteInput<RouteShape>['onBytes'];

async function readBody(route: RouteShape, response: Response, onBytes: TakeBytes): Promise<unknown> {
  if (route.responseKind === 'file') return readFile(response, onBytes);
  return response.status === 204 ? null : response.json().catch(() => undefined);
}

/** A file as the contract's `fileResponse`: with the name that the server gave it. */
async function readFile(response: Response, onBytes: TakeBytes): Promise<unknown> {
  const disposition = response.headers.get('content-disposition') ?? '';
  return {
    file_name: /filename="([^"]+)"/.exec(disposition)?.[1],
    content_type: response.headers.get('content-type'),
    bytes:
      onBytes === undefined ? new Uint8Array(await response.arrayBuffer()) : await pass(response, onBytes),
  };
}

/** Throws no_response where the file is cut: what was taken until then is not the whole. */
async function pass(response: Response, onBytes: NonNullable<TakeBytes>): Promise<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new ApiError({ status: 0, code: 'no_response', detail: null, cause });
      });
      if (done) return new Uint8Array();
      await onBytes(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** Of a response that isn't the API's (a proxy's page), only the status and a short message are kept. */
export async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => null);
  const parsed = errorResponse.safeParse(body);
  if (!parsed.success) return new ApiError({ status, code: 'unknown', detail: null, note: readNote(body) });
  const { detail, code, fields, order_id, email } = parsed.data;
  return new ApiError({
    status,
    code,
    detail: detail.trim() || null,
    fields,
    availability: code === 'short_of_phones' ? availability.safeParse(body).data : undefined,
    paidOrderId: code === 'already_paid' ? order_id : undefined,
    secondFactor: code === 'second_factor_required' ? secondFactorDue.safeParse(body).data : undefined,
    unverifiedEmail: code === 'email_not_verified' ? email : undefined,
  });
}

function readNote(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null;
  const { message } = body;
  return typeof message === 'string' && message.length <= 500 ? message.trim() || null : null;
}
