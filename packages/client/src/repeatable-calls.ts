// Which calls may be sent again when it isn't known whether the first one was carried out.
import { type RouteDefinition, type RouteName, routes } from '@pocketfleet/contract';

/** Calls of other methods than GET that do the same when they are repeated. */
const repeatable = new Set<RouteName>([
  // They ask and change nothing.
  'validateAvailability',
  'quoteExtension',
  'quoteExtensions',
  'waitForScreen',
  'listApps',
  // A ticket that nobody uses ends after a minute.
  'startStream',
  'eventsTicket',
  'listenToWebhooks',
  // The same unpaid selection gives the same order and the same open payment.
  'createPaymentIntent',
  'createOrderIntent',
  'createExtensionIntent',
  'createExtensionsIntent',
  // They set a state.
  'namePhone',
  'changeWebhook',
  'renameWorkspace',
  'stopApp',
  'releaseHold',
]);

/** `createOrder` is always sent with a key, and the server places the order once for each. */
export function canRepeat(name: RouteName, body: unknown): boolean {
  const { method }: RouteDefinition = routes[name];
  if (name === 'actOnDevice') return hasActionId(body);
  return method === 'GET' || method === 'DELETE' || repeatable.has(name) || name === 'createOrder';
}

/** An action with an id of its own, where the caller has given none: the phone does it once however often it is sent. */
export function withActionId<Body>(name: RouteName, body: Body): Body {
  if (name !== 'actOnDevice' || body === undefined || hasActionId(body)) return body;
  return { ...body, action_id: crypto.randomUUID() };
}

function hasActionId(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'action_id' in body && body.action_id !== undefined;
}

/** True when an `Idempotency-Key` belongs to this call: it costs money, or asks for an offer. */
export function takesIdempotencyKey(name: RouteName): boolean {
  const route: RouteDefinition = routes[name];
  if (route.caller === 'visitor' || typeof route.needs === 'string' || route.method === 'GET') return false;
  return name === 'createOrder' || route.needs.includes('spend');
}
