// The demo's operator through the API, for journeys of customers that need an operator's action.
import { type OperatorRouteName, operatorRoutes } from '@pocketfleet/contract';
import { inject } from 'vitest';
import type { z } from 'zod';
import { onceForFile } from './once-for-file.ts';

type Input = { params?: Record<string, string>; query?: string; body?: object };
type ResponseOf<Name extends OperatorRouteName> = z.output<(typeof operatorRoutes)[Name]['response']>;

/** Calls the operators' API; throws its refusals. */
export async function callAsOperator<Name extends OperatorRouteName>(
  name: Name,
  { params, query = '', body }: Input = {},
): Promise<ResponseOf<Name>> {
  const cookie = await signIn();
  const route = operatorRoutes[name];
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => params?.[key] ?? '');
  const response = await send(route.method, `${path}${query}`, body, cookie);
  return route.response.parse(await response.json()) as ResponseOf<Name>;
}

/** Quotes a price, in integer cents, for a sales request. */
export async function quoteByApi(orderId: string, amount: number, note: string): Promise<void> {
  const body = { amount, note, reason: 'agreed on the telephone' };
  await callAsOperator('quoteRequest', { params: { id: orderId }, body });
}

const signIn = onceForFile(async (): Promise<string> => {
  const body = { username: 'operator', password: 'Pocketfleet-operator-1' };
  const response = await send('POST', '/session', body);
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
});

async function send(method: string, path: string, body?: object, session = ''): Promise<Response> {
  const operator = inject('operator');
  const response = await fetch(`${operator}/api${path}`, {
    method,
    headers: {
      origin: operator.replace('127.0.0.1', 'localhost'),
      cookie: session,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}
