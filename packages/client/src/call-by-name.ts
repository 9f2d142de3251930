import {
  type ResponseOf,
  type RouteDefinition,
  type RouteName,
  routes,
  workspaceHeader,
} from '@pocketfleet/contract';
import { ApiError } from './api-error.ts';
import { type Connection, callRoute, type RouteInput, usualTimeoutMs } from './call-route.ts';

export type ClientOptions = Connection & {
  /** The access token; null while nobody is signed in. */
  readToken(): string | null;
  /** The team that calls are about; the personal account if left out or null. */
  workspaceId?: string | null;
};

export type CallInput<Name extends RouteName> = RouteInput<(typeof routes)[Name]> & {
  /** Used instead of `readToken`: right after sign-in, before the token is stored. */
  token?: string;
  /** The team that this call is about, instead of the client's own; null for the personal account. */
  workspaceId?: string | null;
  /** With the same key for each attempt, the request is carried out once. */
  idempotencyKey?: string;
};

/**
 * By their cookies the server recognizes a browser that was signed in before, one that registered the account whose address
 * it verifies, and one in which a program has begun to ask.
 */
const callsWithCookies = new Set<RouteName>([
  'login',
  'register',
  'verifyEmail',
  'getConsent',
  'approveConsent',
  'denyConsent',
]);

export async function callByName<Name extends RouteName>(
  options: ClientOptions,
  name: Name,
  input: CallInput<Name>,
): Promise<ResponseOf<(typeof routes)[Name]>> {
  const route = routes[name];
  const workspaceId = input.workspaceId === undefined ? options.workspaceId : input.workspaceId;
  const token = input.token ?? options.readToken();
  if (!token && isDeviceCall(route.path)) {
    throw new ApiError({ status: 401, code: 'not_authenticated', detail: null });
  }
  const timeoutMs = await limitOf(name, input.body, options.timeoutMs ?? usualTimeoutMs);
  return callRoute({ ...options, timeoutMs }, route, input, {
    credentials: callsWithCookies.has(name) ? 'same-origin' : 'omit',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(workspaceId && isInWorkspace(name) ? { [workspaceHeader]: workspaceId } : {}),
      ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : {}),
    },
  });
}

/** Calls about a person name no team: they also work for somebody who was just removed from it. */
function isInWorkspace(name: RouteName): boolean {
  const route: RouteDefinition = routes[name];
  return (
    route.caller === 'customer' &&
    route.needs !== 'person' &&
    route.workspaceFrom === undefined &&
    name !== 'me' &&
    name !== 'listWorkspaces'
  );
}

/** Calls that are not even sent without a token (spec section 5). */
function isDeviceCall(path: string): boolean {
  return path.startsWith('/phones') || path.startsWith('/devices/');
}

/** Few calls wait for a phone, so their limits are loaded with the first of them. */
async function limitOf(name: RouteName, body: unknown, usualMs: number): Promise<number> {
  if (!/\/(?:actions|apps|screen)\b/.test(routes[name].path)) return usualMs;
  const { tryLimitMs } = await import('./try-limit.ts');
  return tryLimitMs(name, body, usualMs);
}
