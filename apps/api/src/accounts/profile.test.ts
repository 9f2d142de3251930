import { beforeEach, expect, test } from 'vitest';
import { linkIn } from '../../test/mailed-link.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();
let made = 0;
let username = '';
let email = '';
let token = '';
let userId = '';

beforeEach(async () => {
  made += 1;
  username = `anna.${made}`;
  email = `${username}@example.com`;
  userId = await createTestUser(site.db, username);
  token = await site.signIn(username, testPassword);
});

const patch = (changes: object, current_password = testPassword) =>
  site.call('PATCH', '/api/auth/me', { token, payload: { current_password, ...changes } });
const change = (new_password: string, current_password = testPassword) =>
  site.call('POST', '/api/auth/change-password', { token, payload: { current_password, new_password } });
const verify = (link: object) =>
  site.call('POST', '/api/auth/verify-email', { payload: link, address: `10.9.${made}.1` });
const mailsTo = (to: string) => site.outbox.filter((mail) => mail.to === to).map((mail) => mail.subject);

test('names and username change with the current password, and the new username signs in', async () => {
  const answer = await patch({ first_name: ' Zo\u00eb ', last_name: 'O\u2019Hara', username: `zoe.${made}` });
  expect(answer).toMatchObject({
    status: 200,
    body: { first_name: 'Zo\u00eb', last_name: 'O\u2019Hara', username: `zoe.${made}`, pending_email: null },
  });
  expect((await site.call('GET', '/api/auth/me', { token })).body).toMatchObject({ first_name: 'Zo\u00eb' });
  expect(await site.signIn(`zoe.${made}`, testPassword)).toHaveLength(43);
  await site.runJobs();
  expect(mailsTo(email)).toEqual(['Your Pocketfleet username was changed']);
});

test('a profile can be read while it is being changed', async () => {
  await site.db.transaction().execute(async (tx) => {
    await sql`select 1 from users where id = ${userId} for update`.execute(tx);
    expect(await site.call('GET', '/api/auth/profile', { token })).toMatchObject({
      status: 200,
      body: { username, email, pending_email: null },
    });
  });
});

test('a wrong current password changes nothing, and guesses are limited', async () => {
  const refused = await patch({ first_name: 'Eve' }, 'not my password');
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'wrong_password', fields: { current_password: 'That’s not your current password.' } },
  });
  for (let turn = 1; turn < 10; turn += 1)
    expect((await change('Copper-Kite-7', `no ${turn}`)).status).toBe(403);
  const stopped = await patch({ first_name: 'Eve' });
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800);
  expect((await site.call('GET', '/api/auth/me', { token })).body).toMatchObject({ first_name: 'Ada' });
});

test.each([
  [{ username: '' }, 400, 'Username is required'],
  [
    { username: 'Anna' },
    400,
    'Username can only contain lowercase letters, numbers, periods, and underscores',
  ],
  [{ username: 'correct' }, 400, 'Your password contains this username. Please choose another one.'],
  [{ email: 'nowhere' }, 400, 'Please enter a valid email address'],
  [{ username: 'support_1' }, 400, 'This username is reserved. Please choose another one.'],
  [{ first_name: 'Pocketfleet' }, 400, 'This name is reserved for our team. Please enter your own name.'],
  [{ first_name: '' }, 400, 'First name is required'],
  [{ last_name: '  ' }, 400, 'Last name is required'],
  [{ first_name: 7 }, 400, 'First name is required'],
  [{ first_name: 'a\u0000b' }, 400, 'Please remove the invisible characters from this name'],
  [{ last_name: '\u202eaada' }, 400, 'Please remove the invisible characters from this name'],
  [
    { current_password: 'a\u0000b' },
    400,
    'current_password holds a character that can\u2019t be kept. Please remove it.',
  ],
  [{ current_password: '' }, 400, 'Password is required'],
  [{ current_password: ['x'] }, 400, 'Password is required'],
])('the profile change %j is refused with its sentence', async (changes, status, detail) => {
  const answer = await patch(changes);
  expect(answer).toMatchObject({ status, body: { detail } });
});

test('SQL and HTML in a name are kept as they are, and harm nothing', async () => {
  const nasty = `'; drop table users; --<script>alert(1)</script>`;
  expect((await patch({ last_name: nasty })).body).toMatchObject({ last_name: nasty });
});

test('a username or address of another account is refused with 409', async () => {
  await createTestUser(site.db, `other.${made}`);
  const sentence = 'Username or email already exists. Please choose different credentials.';
  expect(await patch({ username: `other.${made}` })).toMatchObject({
    status: 409,
    body: { detail: sentence },
  });
  expect(await patch({ email: `OTHER.${made}@example.com` })).toMatchObject({
    status: 409,
    body: { detail: sentence },
  });
});

test('a new address is used once its link is opened, and both addresses get a mail', async () => {
  const fresh = `new.${made}@example.com`;
  const asked = await patch({ email: fresh });
  expect(asked.body).toMatchObject({ email, pending_email: fresh });
  await site.runJobs();
  expect(mailsTo(email)).toEqual(['Change of your email address for Pocketfleet']);
  expect(mailsTo(fresh)).toEqual(['Confirm your new email for Pocketfleet']);
  const link = linkIn(site.outbox, fresh);
  expect((await verify({ ...link, email })).status).toBe(400);
  expect((await verify(link)).body).toMatchObject({ already_verified: false });
  expect((await verify(link)).body).toMatchObject({ already_verified: true });
  const profile = await site.call('GET', '/api/auth/profile', { token });
  expect(profile.body).toMatchObject({ email: fresh, pending_email: null });
  await site.runJobs();
  for (const to of [email, fresh]) {
    expect(mailsTo(to)).toContain('Your Pocketfleet email address was changed');
  }
});

test('only the latest new address can be confirmed, and entering the present one cancels the change', async () => {
  await patch({ email: `first.${made}@example.com` });
  await patch({ email: `second.${made}@example.com` });
  await site.runJobs();
  expect((await verify(linkIn(site.outbox, `first.${made}@example.com`))).status).toBe(400);
  expect((await patch({ email })).body).toMatchObject({ pending_email: null });
  expect((await verify(linkIn(site.outbox, `second.${made}@example.com`))).status).toBe(400);
});

test('a link to an address that another account has taken meanwhile is refused', async () => {
  const fresh = `taken.${made}@example.com`;
  await patch({ email: fresh });
  await site.runJobs();
  await createTestUser(site.db, `taken.${made}`);
  expect(await verify(linkIn(site.outbox, fresh))).toMatchObject({ status: 409 });
  expect((await site.call('GET', '/api/auth/me', { token })).body).toMatchObject({ email });
});

test('a password change ends every other session, cancels an open change of address and is mailed', async () => {
  const other = await site.signIn(username, testPassword);
  const fresh = `late.${made}@example.com`;
  await patch({ email: fresh });
  expect((await change('Copper-Kite-7')).status).toBe(200);
  expect((await site.call('GET', '/api/auth/me', { token: other })).status).toBe(401);
  expect((await site.call('GET', '/api/auth/me', { token })).status).toBe(200);
  await expect(site.signIn(username, testPassword)).rejects.toThrow('invalid_credentials');
  expect(await site.signIn(username, 'Copper-Kite-7')).toHaveLength(43);
  await site.runJobs();
  const mails = site.outbox.filter(
    (mail) => mail.to === email && mail.subject === 'Your Pocketfleet password was changed',
  );
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining(`We have also stopped the change of your email address to ${fresh}`),
  ]);
  expect((await verify(linkIn(site.outbox, fresh))).status).toBe(400);
});

test.each([
  ['alllowercase', 'Please choose a stronger password that meets all requirements'],
  ['Aa1!', 'Password must be at least 8 characters long'],
  ['', 'Password is required'],
  [`Aa1!${'x'.repeat(125)}`, 'Password can be at most 128 characters long'],
  ['P@ssw0rd', 'This password is too common. Please choose another one.'],
])('the new password %j is refused with its sentence', async (newPassword, detail) => {
  expect(await change(newPassword)).toMatchObject({ status: 400, body: { code: 'invalid_input', detail } });
});

test('a new password must differ from the old one and not contain the username', async () => {
  expect((await change('Copper-Kite-7')).status).toBe(200);
  expect(await change('Copper-Kite-7', 'Copper-Kite-7')).toMatchObject({
    status: 400,
    body: { detail: 'New password must be different from your current password.' },
  });
  expect(await change(`My-${username}-7`, 'Copper-Kite-7')).toMatchObject({
    status: 400,
    body: { detail: 'The password must not contain the username.' },
  });
});

test('a username changes five times a day, then waits until tomorrow; each change was mailed', async () => {
  for (let turn = 1; turn <= 5; turn += 1)
    expect((await patch({ username: `${username}.${turn}` })).status).toBe(200);
  const refused = await patch({ username: `${username}.6` });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.body['detail']).toBe('Too many requests. Please try again in 24 hours.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  // Everything else goes on, with the username that is there, too.
  expect((await patch({ username: `${username}.5`, first_name: 'Zo\u00eb' })).status).toBe(200);
  await site.runJobs();
  expect(mailsTo(email)).toHaveLength(5);
  await site.advance('24 hours 1 minute');
  expect((await patch({ username: `${username}.6` })).status).toBe(200);
});

test('a password changes five times a day; one that is refused does not count', async () => {
  let current = testPassword;
  expect((await change('alllowercase')).status).toBe(400);
  for (let turn = 1; turn <= 5; turn += 1) {
    const next = `Copper-Kite-${turn}`;
    expect((await change(next, current)).status).toBe(200);
    current = next;
  }
  const refused = await change('Copper-Kite-6', current);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  await site.runJobs();
  expect(mailsTo(email)).toHaveLength(5);
  expect(await site.signIn(username, current)).toHaveLength(43);
});

test('a username from before the rule about passwords stays, and the profile can be saved', async () => {
  await sql`update users set username = 'correct' where id = ${userId}`.execute(site.db);
  expect((await patch({ username: 'correct', first_name: 'Zo\u00eb' })).status).toBe(200);
  expect((await patch({ username: 'horse' })).status).toBe(400);
});

test('of two concurrent password changes one succeeds', async () => {
  const answers = await Promise.all([change('Copper-Kite-7'), change('Silver-Boat-8')]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([
    200,
    expect.toSatisfy((s) => s === 409 || s === 403),
  ]);
});

test('the list of sessions marks the caller’s own, and each can be ended', async () => {
  const other = await site.signIn(username, testPassword);
  const listed = await site.call('GET', '/api/auth/sessions', { token });
  const sessions = listed.body['sessions'] as { id: string; is_current: boolean }[];
  expect(sessions.map((session) => session.is_current).sort()).toEqual([false, true]);
  expect(JSON.stringify(listed.body)).not.toContain(token);
  const end = (id: string) => site.call('DELETE', `/api/auth/sessions/${id}`, { token });
  const otherId = sessions.find((session) => !session.is_current)?.id ?? '';
  expect((await end(otherId)).status).toBe(200);
  expect((await end(otherId)).status).toBe(404);
  expect((await end('not-an-id')).status).toBe(404);
  expect((await site.call('GET', '/api/auth/me', { token: other })).status).toBe(401);
});

test('the session of another customer can not be ended', async () => {
  await createTestUser(site.db, `victim.${made}`);
  const victim = await site.signIn(`victim.${made}`, testPassword);
  const listed = await site.call('GET', '/api/auth/sessions', { token: victim });
  const [session] = listed.body['sessions'] as { id: string }[];
  expect((await site.call('DELETE', `/api/auth/sessions/${session?.id}`, { token })).status).toBe(404);
  expect((await site.call('GET', '/api/auth/me', { token: victim })).status).toBe(200);
});

test('signing out everywhere ends this session too', async () => {
  const other = await site.signIn(username, testPassword);
  expect((await site.call('DELETE', '/api/auth/sessions', { token })).status).toBe(200);
  for (const ended of [token, other]) {
    expect((await site.call('GET', '/api/auth/me', { token: ended })).status).toBe(401);
  }
});

test('a session says when it was last used, without a write at each call', async () => {
  const lastUsed = async () => {
    const rows = await sql<{ last: string }>`
      select last_used_at as last from credentials where user_id = ${userId}`.execute(site.db);
    return rows.rows[0]?.last;
  };
  const first = await lastUsed();
  await site.call('GET', '/api/auth/me', { token });
  expect(await lastUsed()).toBe(first);
  await site.advance('6 minutes');
  await site.call('GET', '/api/auth/me', { token });
  expect(await lastUsed()).not.toBe(first);
});

test('a session of a suspended or deleted account is not valid', async () => {
  await sql`update users set suspended_at = app_now() where id = ${userId}`.execute(site.db);
  expect((await patch({ first_name: 'Eve' })).status).toBe(401);
  await sql`delete from users where id = ${userId}`.execute(site.db);
  expect((await change('Copper-Kite-7')).status).toBe(401);
});
