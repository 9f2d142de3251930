import { beforeAll, expect, test } from 'vitest';
import { createTestUser, form, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  await createTestUser(site.db, 'fresh', { is_verified: false });
  await createTestUser(site.db, 'locked', { is_suspended: true });
});

const login = (username: string, password: string, address = '127.0.0.1') =>
  site.call('POST', '/api/auth/login', { ...form({ username, password }), address });

test('a right password gives a bearer token of this customer', async () => {
  const answer = await login('ada', testPassword);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ token_type: 'bearer' });
  const me = await site.call('GET', '/api/auth/me', { token: String(answer.body['access_token']) });
  expect(me.status).toBe(200);
  expect(me.body).toMatchObject({ username: 'ada', first_name: 'Ada', email: 'ada@example.com' });
  expect(me.body).not.toHaveProperty('password_hash');
});

test('each sign-in gives a new token of 256 bits, and only its hash is stored', async () => {
  const tokens = [await site.signIn('ada', testPassword), await site.signIn('ada', testPassword)];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const kept = await sql<{ row: string }>`select row_to_json(t)::text as row from credentials t`.execute(
    site.db,
  );
  expect(kept.rows.length).toBeGreaterThanOrEqual(2);
  const readable = tokens.flatMap((token) => [
    token,
    ...(['utf8', 'base64url'] as const).map((encoding) => Buffer.from(token, encoding).toString('hex')),
  ]);
  for (const { row } of kept.rows) for (const form of readable) expect(row).not.toContain(form);
});

test('a cookie alone gives no access, even with a valid token', async () => {
  const token = await site.signIn('ada', testPassword);
  const headers = { cookie: `access_token=${token}` };
  expect((await site.app.site.inject({ method: 'GET', url: '/api/auth/me', headers })).statusCode).toBe(401);
});

test('a wrong password and an unknown username get the same response', async () => {
  const wrong = await login('ada', 'not it', '10.1.1.1');
  const unknown = await login('nobody', 'not it', '10.1.1.1');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual(unknown.body);
  expect(wrong.body['detail']).toBe('Invalid username or password. Please check your credentials.');
});

test('a customer signs in with their email address, in any case and with spaces around it', async () => {
  for (const name of ['ada@example.com', ' ADA@Example.com ']) {
    expect(await login(name, testPassword, '10.1.3.1')).toMatchObject({ status: 200 });
  }
});

test('a wrong password and an unknown email address get the same response', async () => {
  const wrong = await login('ada@example.com', 'not it', '10.1.4.1');
  const unknown = await login('nobody@example.com', 'not it', '10.1.4.1');
  expect(wrong.status).toBe(401);
  expect(wrong.body).toEqual(unknown.body);
});

test('guesses by username and by email address count against one limit', async () => {
  await createTestUser(site.db, 'twonames');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const name = attempt % 2 === 0 ? 'twonames' : 'twonames@example.com';
    expect((await login(name, `guess ${attempt}`, '10.9.7.1')).status).toBe(401);
  }
  expect((await login('twonames', testPassword, '10.9.7.1')).status).toBe(429);
  expect((await login('TwoNames@example.com', testPassword, '10.9.7.1')).status).toBe(429);
});

test('an account without a verified address is refused only after the right password', async () => {
  expect((await login('fresh', 'wrong', '10.1.2.1')).status).toBe(401);
  const answer = await login('fresh', testPassword, '10.1.2.1');
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    code: 'email_not_verified',
    detail: 'Please verify your email before logging in.',
    email: 'fresh@example.com',
  });
  const wrongPassword = await login('fresh@example.com', 'wrong', '10.1.2.1');
  expect(wrongPassword.body).not.toHaveProperty('email');
  expect(await login('fresh@example.com', testPassword, '10.1.2.1')).toMatchObject({ status: 403 });
});

test('a suspended account is refused', async () => {
  expect(await login('locked', testPassword)).toMatchObject({
    status: 403,
    body: { code: 'account_suspended' },
  });
});

test('a token is not valid after logout', async () => {
  const token = await site.signIn('ada', testPassword);
  expect((await site.call('POST', '/api/auth/logout', { token })).status).toBe(200);
  expect((await site.call('GET', '/api/auth/me', { token })).status).toBe(401);
  expect((await site.call('POST', '/api/auth/logout', { token })).status).toBe(401);
});

test('a token lasts seven days and no longer, however much it is used', async () => {
  const token = await site.signIn('ada', testPassword);
  const statusNow = async () => (await site.call('GET', '/api/auth/me', { token })).status;
  await site.advance('6 days 23 hours');
  expect(await statusNow()).toBe(200);
  await site.advance('1 hour 1 second');
  expect(await statusNow()).toBe(401);
});

test('guesses at one account are refused with the time to retry, and another subnet can still sign in', async () => {
  await createTestUser(site.db, 'guessed');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await login('guessed', `guess ${attempt}`, '10.9.9.1')).status).toBe(401);
  }
  const stopped = await login('guessed', testPassword, '10.9.9.200');
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800);
  expect((await login('guessed', testPassword, '10.9.8.1')).status).toBe(200);
});

test.each([
  ['no body', undefined, undefined, 400, 'Username is required'],
  [
    'JSON in place of a form',
    { username: 'ada', password: 'x' },
    undefined,
    415,
    'This call accepts only application/x-www-form-urlencoded.',
  ],
  ['plain text', 'hello', 'text/plain', 415, undefined],
  ['broken JSON', '{"a":', 'application/json', 400, undefined],
  ['no password', 'username=ada', 'application/x-www-form-urlencoded', 400, 'Password is required'],
  ['a name twice', 'username=a&username=b&password=x', 'application/x-www-form-urlencoded', 400, undefined],
  [
    'SQL',
    'username=%27%3B+drop+table+users--&password=x',
    'application/x-www-form-urlencoded',
    401,
    undefined,
  ],
  ['U+0000', 'username=a%00b&password=x', 'application/x-www-form-urlencoded', 400, undefined],
  [
    'a long password',
    `username=ada&password=${'x'.repeat(129)}`,
    'application/x-www-form-urlencoded',
    400,
    undefined,
  ],
  ['a huge body', `username=${'x'.repeat(70_000)}`, 'application/x-www-form-urlencoded', 413, undefined],
])('login with %s gets a clear refusal', async (_name, payload, contentType, status, detail) => {
  const answer = await site.call('POST', '/api/auth/login', {
    ...(payload === undefined ? {} : { payload }),
    ...(contentType === undefined ? {} : { contentType }),
    address: '10.7.7.7',
  });
  expect(answer.status).toBe(status);
  expect(answer.body['code']).toEqual(expect.any(String));
  if (detail !== undefined) expect(answer.body['detail']).toBe(detail);
});

test.each(['', 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(4_000)}`, 'Basic YTpi', 'Bearer a b c'])(
  'the authorization header %j gives no access',
  async (authorization) => {
    const response = await site.app.site.inject({
      method: 'GET',
      url: '/api/auth/me',
      headers: { authorization, cookie: 'access_token=anything' },
    });
    expect(response.statusCode).toBe(401);
  },
);
