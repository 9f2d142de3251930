// Both clients against the real API, on a database of its own.
import { ApiError, createClient } from '@pocketfleet/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestUser, startTestApp, type TestApp, testPassword } from '../../../apps/api/test/test-app.ts';
import { createTestOperator, operatorPassword } from '../../../apps/api/test/test-operators.ts';
import { findFreePort } from '../../../tools/postgres/free-port.ts';
import { createTeamClient } from './index.ts';

let site: TestApp;
let siteUrl: string;
let teamUrl: string;

beforeAll(async () => {
  const port = await findFreePort();
  site = await startTestApp({ OPERATOR_PORT: String(port) });
  siteUrl = `http://${await site.listen()}/api`;
  await site.app.operator.listen({ host: '127.0.0.1', port });
  teamUrl = `http://localhost:${port}/api`;
  await createTestUser(site.db, 'ada');
  await createTestOperator(site.db, 'grace', 'admin');
});
afterAll(() => site.stop());

it('a customer signs in, reads their phones and gets a file', async () => {
  let token: string | null = null;
  const client = createClient({ baseUrl: siteUrl, readToken: () => token });
  ({ access_token: token } = await client.call('login', {
    body: { username: 'ada', password: testPassword },
  }));
  expect(await client.call('me')).toMatchObject({ username: 'ada' });
  expect(await client.call('listPhones')).toEqual([]);
  const usage = await client.call('downloadUsage', { query: { weeks: 4 } });
  expect(usage.content_type).toBe('text/csv; charset=utf-8');
});

it('a refusal is an ApiError with the status, code and detail of the API', async () => {
  const client = createClient({ baseUrl: siteUrl, readToken: () => 'unknown' });
  const error = await client.call('listPhones').catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, code: 'not_authenticated' });
});

it('an operator signs in with their session cookie and reads the session', async () => {
  let cookie = '';
  const origin = new URL(teamUrl).origin;
  const client = createTeamClient({
    baseUrl: teamUrl,
    // A browser keeps the cookie itself.
    fetch: async (address, request) => {
      const headers = new Headers(request?.headers);
      headers.set('origin', origin);
      headers.set('cookie', cookie);
      const response = await fetch(address, { ...request, headers });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return response;
    },
  });
  await expect(client.call('getSession')).rejects.toMatchObject({ status: 401 });
  await client.call('signIn', { body: { username: 'grace', password: operatorPassword } });
  expect(await client.call('getSession')).toMatchObject({ operator: { username: 'grace' } });
});
