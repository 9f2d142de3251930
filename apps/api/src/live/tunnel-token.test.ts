// The tunnel token is stored in a cookie for the names of relays, where more programs can read it than the access token. As
// long as no relay accepts it, it gives no access at all; test/abuse tries it at every call and socket.
import { beforeAll, expect, test } from 'vitest';
import { createTestUser, form, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';

const site = useTestApp();
let token: string;
let tunnelToken: string;

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
  tunnelToken = await tunnelTokenOf(token);
});

async function tunnelTokenOf(accessToken: string): Promise<string> {
  const answer = await site.call('GET', '/api/tunnel-domains', { token: accessToken });
  expect(answer.body).toMatchObject({ domains: [], token: expect.stringMatching(/^[\w-]{43}$/) });
  return String(answer.body['token']);
}

test('it is the same for all calls of a session, differs between sessions, and is never the access token', async () => {
  expect(await tunnelTokenOf(token)).toBe(tunnelToken);
  expect(tunnelToken).not.toBe(token);
  expect(await tunnelTokenOf(await site.signIn('ada', testPassword))).not.toBe(tunnelToken);
});

test('as a password it is refused', async () => {
  const login = form({ username: 'ada', password: tunnelToken });
  expect((await site.call('POST', '/api/auth/login', login)).status).toBe(401);
});
