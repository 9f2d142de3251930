// The calls of Stripe's API that the sandbox knows, from method and path to an object.
import { answerDispute, closeDispute, getDispute } from './disputes.ts';
import type { FormTree } from './form-body.ts';
import type { IntentDeps } from './intents.ts';
import { cancelIntent, confirmIntent, createIntent, getIntent } from './intents.ts';
import { ApiError, missing, type PaymentIntent } from './objects.ts';
import { createRefund, decideRefunds, getRefund } from './refunds.ts';

export type ApiCall = {
  method: string;
  /** Below /v1. */
  path: string;
  query: URLSearchParams;
  body: FormTree;
  /** A publishable key and an intent's client secret open that intent alone. */
  isPublishable: boolean;
};

export function runCall(deps: IntentDeps, call: ApiCall): unknown {
  const { method, path, body } = call;
  const [, kind, id, action] = /^\/([a-z_]+)(?:\/([A-Za-z0-9_]+))?(?:\/([a-z]+))?$/.exec(path) ?? [];
  if (call.isPublishable) return runForBrowser(deps, call, { kind, id, action });
  const route = `${method} ${kind}${id === undefined ? '' : '/id'}${action === undefined ? '' : `/${action}`}`;
  switch (route) {
    case 'POST payment_intents':
      return createIntent(deps, body);
    case 'GET payment_intents':
      return page(deps.store.list('payment_intent'), call, 'payment_intents');
    case 'GET payment_intents/id':
      return withCharge(deps, getIntent(deps, id ?? ''), call);
    case 'POST payment_intents/id/cancel':
      return cancelIntent(deps, id ?? '', body);
    case 'POST payment_intents/id/confirm':
      return confirmIntent(deps, id ?? '', body);
    case 'POST refunds':
      return createRefund(deps, body);
    case 'GET refunds':
      decideRefunds(deps);
      return page(deps.store.list('refund'), call, 'refunds');
    case 'GET refunds/id':
      return getRefund(deps, id ?? '');
    case 'GET charges':
      return page(deps.store.list('charge'), call, 'charges');
    case 'GET charges/id':
      return deps.store.find('charge', id ?? '') ?? notThere('charge', id);
    case 'GET disputes':
      return page(deps.store.list('dispute'), call, 'disputes');
    case 'GET disputes/id':
      return getDispute(deps, id ?? '');
    case 'POST disputes/id':
      return answerDispute(deps, id ?? '', body);
    case 'POST disputes/id/close':
      return closeDispute(deps, id ?? '', 'lost');
    case 'GET events':
      return page(deps.store.list('event'), call, 'events');
    case 'GET events/id':
      return deps.store.find('event', id ?? '') ?? notThere('event', id);
    default:
      throw unknownUrl(call);
  }
}

/** `expand[]=latest_charge`, as our product asks: the charge itself in place of its id. */
function withCharge(deps: IntentDeps, intent: PaymentIntent, { query }: ApiCall): unknown {
  const isExpanded = [...query].some(
    ([name, value]) => name.startsWith('expand[') && value === 'latest_charge',
  );
  if (!isExpanded || intent.latest_charge === null) return intent;
  return { ...intent, latest_charge: deps.store.find('charge', intent.latest_charge) ?? null };
}

/** The calls of Stripe.js: it may read and confirm the one intent whose secret it has. */
function runForBrowser(
  deps: IntentDeps,
  call: ApiCall,
  { kind, id = '', action }: { kind: string | undefined; id: string | undefined; action: string | undefined },
): unknown {
  const secret = call.method === 'GET' ? call.query.get('client_secret') : call.body['client_secret'];
  if (kind !== 'payment_intents') throw unknownUrl(call);
  const intent = deps.store.find('payment_intent', id);
  if (intent === undefined || secret !== intent.client_secret) throw missing('payment_intent', id);
  if (call.method === 'GET' && action === undefined) return intent;
  if (call.method === 'POST' && action === 'confirm') return confirmIntent(deps, id, call.body);
  throw unknownUrl(call);
}

const pageLimit = 100;

/** Newest first, with limit, starting_after, created[gte], created[lte] and payment_intent. */
function page(
  objects: readonly { id: string; created: number; payment_intent?: string }[],
  { query }: ApiCall,
  name: string,
): unknown {
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), pageLimit);
  const since = Number(query.get('created[gte]') ?? 0);
  const until = Number(query.get('created[lte]') ?? Number.POSITIVE_INFINITY);
  const intent = query.get('payment_intent');
  const newestFirst = objects
    .filter(({ created }) => created >= since && created <= until)
    .filter((each) => intent === null || each.payment_intent === intent)
    .reverse();
  const after = query.get('starting_after');
  const from = after === null ? 0 : newestFirst.findIndex((each) => each.id === after) + 1;
  return {
    object: 'list',
    url: `/v1/${name}`,
    has_more: from + limit < newestFirst.length,
    data: newestFirst.slice(from, from + limit),
  };
}

function notThere(kind: string, id = ''): never {
  throw missing(kind, id);
}

function unknownUrl({ method, path }: ApiCall): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: /v1${path}).`,
  });
}
