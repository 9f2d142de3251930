// The team's API as the demo's operator, behind the pages: what journeys of customers need from our side.
import { type OperatorRouteDefinition, operatorRoutes } from '@pocketfleet/contract';
import { inject } from 'vitest';

let cookie: string | undefined;

/** Offers a price, in integer cents, for a sales request. */
export async function quoteByApi(orderId: string, amount: number, note: string): Promise<void> {
  const body = { amount, note, reason: 'agreed on the telephone' };
  await callAsOperator(operatorRoutes.quoteRequest, { id: orderId }, body);
}

/** Throws what is refused. */
export async function callAsOperator(
  route: OperatorRouteDefinition,
  params: Record<string, string>,
  body?: object,
): Promise<Record<string, unknown>> {
  cookie ??= await signIn();
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
  const response = await send(route.method, path, body, cookie);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

async function signIn(): Promise<string> {
  const response = await send('POST', '/session', {
    username: 'operator',
    password: 'Pocketfleet-operator-1',
  });
  const token = /operator_session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0];
  if (token === undefined) throw new Error(`the operator could not sign in: ${response.status}`);
  return token;
}

function send(method: string, path: string, body?: object, session?: string): Promise<Response> {
  return fetch(`${inject('operator')}/api${path}`, {
    method,
    headers: {
      origin: inject('operator').replace('127.0.0.1', 'localhost'),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(session ? { cookie: session } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
