// The HTTP edge: keys, idempotency, faults for tests, the bank's page, and a control API. Everything here
// is for loopback; the browser may call it from any page of the machine.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { z } from 'zod';
import { runCall } from './api.ts';
import { answeredPage, challengePage } from './challenge-page.ts';
import type { WebhookFaults } from './events.ts';
import { parseForm } from './form-body.ts';
import { type Answer, answerOnce, keyInUse } from './idempotency.ts';
import { answerChallenge, getIntent, type IntentDeps } from './intents.ts';
import { ApiError, invalidRequest, newId } from './objects.ts';

/** Faults for tests. Each number counts the calls that will fail so; only calls that change something count. */
type NextAnswer =
  /** The call is done, but the response is lost. */
  | 'lost'
  /** The call is done, but the connection stays open without a response. */
  | 'silent'
  /** The call is refused before it starts. */
  | 'rate_limited'
  /** The call is refused because another one with its key is running. */
  | 'key_in_use'
  /** The call fails after it has started; the error is kept under the idempotency key. */
  | 'server_error';

export type Faults = { webhooks: WebhookFaults; next: NextAnswer[] };

const faultsBody = z.object({
  webhooks: z
    .object({
      drop: z.boolean().default(false),
      copies: z.number().int().min(1).max(20).default(1),
      reverse: z.boolean().default(false),
    })
    .optional(),
  next: z
    .array(z.enum(['lost', 'silent', 'rate_limited', 'key_in_use', 'server_error']))
    .max(100)
    .optional(),
});

export type HttpDeps = IntentDeps & { faults: Faults; log: Logger };

const maxBodyBytes = 64 * 1024;

export function createHttp(deps: HttpDeps): Server {
  const running = new Set<string>();
  const server = createServer((request, response) => {
    handle(deps, running, request, response).catch((error) => {
      if (error instanceof ApiError)
        return send(response, { status: error.status, body: { error: error.body } });
      deps.log.error({ err: error }, 'a call failed');
      send(response, { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } } });
    });
  });
  server.maxConnections = 200;
  server.requestTimeout = 15_000;
  return server;
}

async function handle(
  deps: HttpDeps,
  running: Set<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox.localhost');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, idempotency-key, stripe-version',
  );
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const body = await readBody(request);
  if (url.pathname === '/health') return send(response, { status: 200, body: { status: 'ready' } });
  if (url.pathname.startsWith('/sandbox/')) return send(response, control(deps, request, url.pathname, body));
  const challenged = /^\/3ds\/(pi_[a-f0-9]{24})$/.exec(url.pathname)?.[1];
  if (challenged !== undefined) return challenge(deps, request, response, { id: challenged, url, body });
  const fault = request.method === 'POST' ? deps.faults.next.shift() : undefined;
  if (fault === 'rate_limited') {
    throw new ApiError(429, { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' });
  }
  if (fault === 'key_in_use') throw keyInUse();
  const answer = await callApi(deps, running, request, url, body, fault);
  if (fault === 'lost') return void response.destroy();
  if (fault === 'silent') return;
  send(response, answer);
}

async function callApi(
  deps: HttpDeps,
  running: Set<string>,
  request: IncomingMessage,
  url: URL,
  body: string,
  fault: NextAnswer | undefined,
): Promise<Answer> {
  const { isPublishable } = readKey(request);
  if (!url.pathname.startsWith('/v1/')) throw invalidRequest(`Unrecognized request URL (${url.pathname}).`);
  const form = parseForm(body);
  if (form === undefined) throw invalidRequest('The body is not a form.');
  const path = url.pathname.slice(3);
  const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
  return answerOnce(deps, running, { key: key?.toString(), path, body }, async () => {
    try {
      const call = {
        method: request.method ?? 'GET',
        path,
        query: url.searchParams,
        body: form,
        isPublishable,
      };
      const result = runCall(deps, call);
      if (fault !== 'server_error') return { status: 200, body: result };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: { error: error.body } };
      throw error;
    }
    return { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred.' } } };
  });
}

function readKey(request: IncomingMessage): { isPublishable: boolean } {
  const { authorization = '' } = request.headers;
  const basic = /^Basic (.+)$/i.exec(authorization)?.[1];
  const key =
    basic === undefined
      ? (/^Bearer (.+)$/i.exec(authorization)?.[1] ?? '')
      : (Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '');
  if (/^[rsp]k_live_/.test(key)) throw refusedKey('This is a sandbox: it takes no live keys.');
  if (!/^[rsp]k_test_\w+$/.test(key)) throw refusedKey('You did not provide an API key that is valid here.');
  return { isPublishable: key.startsWith('pk_') };
}

function refusedKey(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message });
}

/** The control API for tests, which is not part of Stripe's API: reads the sandbox's state and sets faults. */
function control(deps: HttpDeps, request: IncomingMessage, path: string, body: string): Answer {
  if (request.method === 'GET' && path === '/sandbox/ledger') {
    return { status: 200, body: { charges: deps.store.list('charge'), refunds: deps.store.list('refund') } };
  }
  if (request.method === 'POST' && path === '/sandbox/faults') {
    const parsed = faultsBody.safeParse(parseJson(body));
    if (!parsed.success) throw invalidRequest('These are no faults.');
    Object.assign(deps.faults.webhooks, parsed.data.webhooks);
    deps.faults.next.push(...(parsed.data.next ?? []));
    return { status: 200, body: deps.faults };
  }
  throw new ApiError(404, { type: 'invalid_request_error', message: 'There is no such control.' });
}

function challenge(
  deps: HttpDeps,
  request: IncomingMessage,
  response: ServerResponse,
  { id, url, body }: { id: string; url: URL; body: string },
): void {
  if (request.method !== 'POST') {
    const lastFour = /^\d{4}$/.exec(url.searchParams.get('card') ?? '')?.[0] ?? '----';
    sendHtml(response, challengePage(getIntent(deps, id), lastFour));
    return;
  }
  const form = new URLSearchParams(body);
  const returnUrl = getIntent(deps, id).next_action?.redirect_to_url.return_url;
  try {
    answerChallenge(deps, id, form.get('card') ?? '', form.get('answer') === 'approve');
  } catch (error) {
    // The shop learns of a decline from the intent; the bank's page has nothing to report.
    if (!(error instanceof ApiError && error.status === 402)) throw error;
  }
  const intent = getIntent(deps, id);
  if (returnUrl === null || returnUrl === undefined || !/^https?:\/\//.test(returnUrl)) {
    sendHtml(response, answeredPage(intent));
    return;
  }
  const back = new URL(returnUrl);
  back.searchParams.set('payment_intent', id);
  response.writeHead(303, { location: back.href }).end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes)
      throw new ApiError(413, { type: 'invalid_request_error', message: 'Too large.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: Answer): void {
  if (response.headersSent) return;
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'request-id': newId('req'),
    ...(answer.isReplay === true ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(answer.body));
}

function sendHtml(response: ServerResponse, html: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
