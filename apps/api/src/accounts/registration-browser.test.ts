// The link of a registration signs in the browser that registered, and no other.
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { createVisitors } from '../../test/visitors.ts';

const site = useTestApp();
const { person, post, linkIn } = createVisitors(() => site);

type Link = { token: string; email: string };

/** Registers; returns the mailed link and the cookie of the browser. */
async function register(): Promise<{ link: Link; cookie: string; setCookie: string }> {
  const visitor = person();
  const answer = await post('register', visitor);
  expect(answer.status).toBe(200);
  await site.runJobs();
  const setCookie = String(answer.headers['set-cookie']);
  return { link: linkIn(visitor.email), cookie: setCookie.split(';')[0] ?? '', setCookie };
}

async function verify(link: Link, cookie?: string) {
  const response = await site.app.site.inject({
    method: 'POST',
    url: '/api/auth/verify-email',
    headers: cookie === undefined ? {} : { cookie },
    payload: link,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

test('the browser that registered is signed in, once, and its cookie is deleted', async () => {
  const { link, cookie, setCookie } = await register();
  expect(setCookie).toMatch(
    /^registration=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=172800/,
  );
  const verified = await verify(link, cookie);
  expect(verified.body).toMatchObject({ already_verified: false, session: { token_type: 'bearer' } });
  const me = await site.call('GET', '/api/auth/me', { token: verified.body.session.access_token });
  expect(me.body).toMatchObject({ email: link.email });
  expect(String(verified.headers['set-cookie'])).toMatch(/registration=;[^,]*Max-Age=0/);
  expect((await verify(link, cookie)).body).toEqual({
    message: 'Your email address is already verified.',
    already_verified: true,
  });
});

test('a browser without the cookie only verifies the address', async () => {
  const { link } = await register();
  const { body } = await verify(link);
  expect(body).toEqual({ message: 'Your email address is verified.', already_verified: false });
});

test('the cookie of another registration does not sign in', async () => {
  const mine = await register();
  const other = await register();
  expect((await verify(other.link, mine.cookie)).body).not.toHaveProperty('session');
  expect((await verify(mine.link, mine.cookie)).body).toHaveProperty('session');
});

test('a cookie older than 48 hours does not sign in, even with a newer link', async () => {
  const { link, cookie } = await register();
  await site.advance('49 hours');
  await post('resend-verification', { email: link.email });
  await site.runJobs();
  const { body } = await verify(linkIn(link.email), cookie);
  expect(body).toEqual({ message: 'Your email address is verified.', already_verified: false });
});

test('a reset link can be checked without using it, and unknown, used and expired links look the same', async () => {
  const { link, cookie } = await register();
  await verify(link, cookie);
  await post('forgot-password', { email: link.email });
  await site.runJobs();
  const reset = linkIn(link.email);
  const refused = { status: 400, body: { code: 'link_expired' } };
  expect(await post('check-reset-link', reset)).toMatchObject({ status: 200 });
  expect(await post('check-reset-link', reset)).toMatchObject({ status: 200 });
  expect(await post('check-reset-link', { ...reset, token: 'x'.repeat(43) })).toMatchObject(refused);
  expect(await post('check-reset-link', { ...reset, email: 'nobody@example.com' })).toMatchObject(refused);
  expect(await post('reset-password', { ...reset, new_password: 'Copper-Kite-77' })).toMatchObject({
    status: 200,
  });
  expect(await post('check-reset-link', reset)).toMatchObject(refused);
});
