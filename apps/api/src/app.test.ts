// Rules for every call of the customer API, generated from the contract.
import { type RouteDefinition, routes, user } from '@pocketfleet/contract';
import { expect, test, vi } from 'vitest';
import { createTestUser, startTestApp, testPassword } from '../test/test-app.ts';
import { useTestApp } from '../test/use-test-app.ts';

// With a payment provider, so that all routes exist; it is never called.
const site = useTestApp({
  PAYMENT_SANDBOX_URL: 'http://127.0.0.1:9',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test',
});

const someId = '7f1c9d0e-32a4-4a39-8a53-0d4dfc0a3f10';
const calls: [string, RouteDefinition][] = Object.entries(routes);
const customerCalls = calls.filter(([, route]) => route.caller === 'customer');

test.each(customerCalls)('%s refuses a visitor before it looks at anything else', async (_name, route) => {
  const answer = await site.call(route.method, `/api${route.path.replace(/\{\w+\}/g, someId)}`);
  expect(answer).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
});

test.each(['/phones', '/phone-assignments', '/orders', '/client/payments', '/devices'])(
  'nothing below %s is open to visitors',
  (path) => {
    const below = calls.filter(([, route]) => route.path === path || route.path.startsWith(`${path}/`));
    expect(below.length).toBeGreaterThan(0);
    expect(below.filter(([, route]) => route.caller !== 'customer').map(([name]) => name)).toEqual([]);
  },
);

test('there are no roles besides visitors and customers: a profile names none, and none can be registered', async () => {
  expect(new Set(calls.map(([, route]) => route.caller))).toEqual(new Set(['visitor', 'customer']));
  const input = {
    username: 'climber',
    first_name: 'Cli',
    last_name: 'Mber',
    email: 'climber@example.com',
    password: 'a-long-way-up-1',
    role: 'admin',
    is_admin: true,
    caller: 'operator',
  };
  const registered = await site.call('POST', '/api/auth/register', { payload: input });
  expect(registered.status).toBe(200);
  await createTestUser(site.db, 'plain');
  const token = await site.signIn('plain', testPassword);
  const me = await site.call('GET', '/api/auth/me', { token });
  for (const { body } of [registered, me])
    expect(Object.keys(body).sort()).toEqual(Object.keys(user.shape).sort());
});

test('a part that fails to stop is named in the log, and the others are stopped all the same', async () => {
  const other = await startTestApp();
  const stopped: string[] = [];
  const error = vi.spyOn(other.app.deps.log, 'error');
  other.app.onStop(() => void stopped.push('stopped last'));
  other.app.onStop(() => {
    throw new Error('as it happens');
  });
  await other.stop();
  expect(stopped).toEqual(['stopped last']);
  expect(String(error.mock.calls)).toContain('did not stop cleanly');
  expect(other.app.site.server.listening).toBe(false);
});
