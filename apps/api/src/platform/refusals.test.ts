// How refusals and limits are told: as our own JSON, as RFC 9457, and in headers.
import { beforeAll, expect, test } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';

const site = useTestApp();
let token: string;
beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
});
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.5.5.5') =>
  site.app.site.inject({ url, headers, remoteAddress });

test('a refusal is a problem of RFC 9457 where Accept asks for it, with our code and detail', async () => {
  const answer = await get('/api/orders/6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11', {
    authorization: `Bearer ${token}`,
    accept: 'application/problem+json, application/json;q=0.5',
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toEqual({
    type: '/api-reference#error-not_found',
    title: 'Not found.',
    status: 404,
    detail: 'Not found.',
    code: 'not_found',
  });
});

test.each(['/api/unknown', '/api/%zz'])(
  'the address %s, which names nothing, is such a problem, too',
  async (url) => {
    const answer = await get(url, { accept: 'application/problem+json' });
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ type: '/api-reference#error-not_found', status: 404 });
  },
);

test('everybody else gets it as before', async () => {
  const answer = await get('/api/auth/me', { accept: 'application/json' });
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json()).toEqual({ detail: 'Please log in and try again.', code: 'not_authenticated' });
});

test('each answer says how many calls are left, for whatever is tighter', async () => {
  const left = async (remoteAddress: string) => {
    const answer = await get('/api/auth/profile', { authorization: `Bearer ${token}` }, remoteAddress);
    expect(Number(answer.headers['x-ratelimit-limit'])).toBe(3_000);
    expect(Number(answer.headers['x-ratelimit-reset'])).toBeGreaterThan(0);
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await left('10.5.6.1');
  // From another place: the credential's count goes on.
  expect(await left('10.5.6.2')).toBe(first - 1);
});
