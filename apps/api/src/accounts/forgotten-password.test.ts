// Links that anybody may ask for: what they do, and what too many of them do not.
import { hash } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { form } from '../../test/test-app.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { createVisitors, visitorPassword } from '../../test/visitors.ts';
import { sql } from '../platform/database.ts';

// As it is, but counted.
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  return { ...real, hash: vi.fn(real.hash) };
});

const site = useTestApp();
const { person, registered, verified, post, linkIn, linksIn } = createVisitors(() => site);
const password = visitorPassword;

test('forgot and resend respond the same for unknown addresses, which get no mail', async () => {
  const one = await verified();
  await site.runJobs();
  const sent = site.outbox.length;
  for (const path of ['forgot-password', 'resend-verification']) {
    const known = await post(path, { email: one.email });
    const unknown = await post(path, { email: `nobody@example.com` });
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
  }
  await site.runJobs();
  // One reset link; a verified address needs no verification.
  expect(site.outbox.length - sent).toBe(1);
});

test('forgot and resend respond before any look-up: they work without the tables of customers and links', async () => {
  const one = await registered();
  await sql`alter table users rename to users_out_of_reach`.execute(site.db);
  await sql`alter table mailed_links rename to links_out_of_reach`.execute(site.db);
  try {
    for (const path of ['forgot-password', 'resend-verification']) {
      for (const email of [one.email, `nobody@example.com`]) {
        expect([path, email, (await post(path, { email })).status]).toEqual([path, email, 200]);
      }
    }
  } finally {
    await sql`alter table users_out_of_reach rename to users`.execute(site.db);
    await sql`alter table links_out_of_reach rename to mailed_links`.execute(site.db);
  }
  const sent = () => site.outbox.filter((mail) => mail.to === one.email).map((mail) => mail.subject);
  await site.runJobs();
  expect(sent()).toEqual([
    'Verify your email for Pocketfleet',
    'Reset your Pocketfleet password',
    'Verify your email for Pocketfleet',
  ]);
});

test('a reset link sets a new password once, ends every session and mails the owner', async () => {
  const one = await verified();
  const token = await site.signIn(one.username, password);
  await post('forgot-password', { email: one.email });
  await site.runJobs();
  const link = linkIn(one.email);
  expect(await post('reset-password', { ...link, new_password: 'alllowercase' })).toMatchObject({
    status: 400,
  });
  expect(
    await post('reset-password', { ...link, email: 'other@example.com', new_password: 'Copper-Kite-7' }),
  ).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  expect((await post('reset-password', { ...link, new_password: 'Copper-Kite-7' })).status).toBe(200);
  expect((await post('reset-password', { ...link, new_password: 'Copper-Kite-8' })).status).toBe(400);
  expect((await site.call('GET', '/api/auth/me', { token })).status).toBe(401);
  expect(await site.signIn(one.username, 'Copper-Kite-7')).toHaveLength(43);
  await site.runJobs();
  expect(site.outbox.at(-1)).toMatchObject({
    to: one.email,
    subject: 'Your Pocketfleet password was changed',
  });
});

test('the mail about a new password locks the account: everybody is out, and its link sets the next password', async () => {
  const one = await verified();
  await post('forgot-password', { email: one.email });
  await site.runJobs();
  await post('reset-password', { ...linkIn(one.email), new_password: 'Copper-Kite-7' });
  const thief = await site.signIn(one.username, 'Copper-Kite-7');
  await site.runJobs();
  expect(site.outbox.at(-1)?.text).toContain('/lock-account?token=');
  const link = linkIn(one.email);
  const foreign = { ...link, email: 'other@example.com' };
  expect(await post('lock-account', foreign)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  expect((await site.call('GET', '/api/auth/me', { token: thief })).status).toBe(200);
  expect((await post('lock-account', link)).status).toBe(200);
  expect((await site.call('GET', '/api/auth/me', { token: thief })).status).toBe(401);
  const signIn = (given: string) =>
    site.call('POST', '/api/auth/login', form({ username: one.username, password: given }));
  expect((await signIn('Copper-Kite-7')).status).toBe(401);
  expect((await post('reset-password', { ...link, new_password: 'Copper-Kite-9' })).status).toBe(200);
  expect(await site.signIn(one.username, 'Copper-Kite-9')).toHaveLength(43);
  // A link that was used locks nobody out any more.
  expect((await post('lock-account', link)).status).toBe(400);
});

test('no password is hashed for an invalid reset link', async () => {
  const one = await verified();
  await post('forgot-password', { email: one.email });
  await site.runJobs();
  const link = linkIn(one.email);
  const hashedBefore = vi.mocked(hash).mock.calls.length;
  for (const wrong of [{ token: 'x'.repeat(43) }, { email: 'other@example.com' }]) {
    const reset = await post('reset-password', { ...link, ...wrong, new_password: 'Copper-Kite-7' });
    expect(reset).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  }
  expect(vi.mocked(hash).mock.calls.length - hashedBefore).toBe(0);
  expect((await post('reset-password', { ...link, new_password: 'Copper-Kite-7' })).status).toBe(200);
  expect(vi.mocked(hash).mock.calls.length - hashedBefore).toBe(1);
});

test.each([
  ['register', 30, () => ({ ...person(), password: 'password123' })],
  ['forgot-password', 30, () => ({ email: 'nobody@example.com' })],
  ['resend-verification', 30, () => ({ email: 'nobody@example.com' })],
  ['verify-email', 60, () => ({ token: 'x'.repeat(43), email: 'nobody@example.com' })],
  [
    'reset-password',
    60,
    () => ({ token: 'x'.repeat(43), email: 'a@b.example', new_password: 'Copper-Kite-7' }),
  ],
])(
  '%s counts the 256 networks of one subscriber together: %i calls in an hour',
  async (path, most, payload) => {
    await sql`delete from limit_windows`.execute(site.db);
    const statuses: number[] = [];
    for (let turn = 0; turn <= most; turn += 1) {
      const address = `2001:db8:77:1${turn.toString(16).padStart(2, '0')}::9`;
      statuses.push((await site.call('POST', `/api/auth/${path}`, { payload: payload(), address })).status);
    }
    expect(statuses.slice(0, most)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    const elsewhere = { payload: payload(), address: '2001:db8:77:200::9' };
    expect((await site.call('POST', `/api/auth/${path}`, elsewhere)).status).not.toBe(429);
  },
);

test.each([
  ['forgot-password', { email: '' }, 'Email address is required'],
  ['forgot-password', { email: 'no address' }, 'Please enter a valid email address'],
  ['reset-password', { token: '' }, 'Invalid reset link. Please request a new password reset.'],
  ['reset-password', { token: undefined }, 'Invalid reset link. Please request a new password reset.'],
  ['reset-password', { new_password: '' }, 'Password is required'],
  [
    'reset-password',
    { new_password: 'alllowercase' },
    'Please choose a stronger password that meets all requirements',
  ],
])('%s with %j says: %s', async (path, wrong, detail) => {
  const right =
    path === 'forgot-password'
      ? { email: 'nora@example.com' }
      : { token: 'x'.repeat(43), email: 'nora@example.com', new_password: 'Copper-Kite-7' };
  expect(await post(path, { ...right, ...wrong })).toMatchObject({ status: 400, body: { detail } });
});

test('a reset link lasts one hour', async () => {
  const one = await verified();
  await post('forgot-password', { email: one.email });
  await site.runJobs();
  await site.advance('61 minutes');
  const late = await post('reset-password', { ...linkIn(one.email), new_password: 'Copper-Kite-7' });
  expect(late).toMatchObject({ status: 400, body: { code: 'link_expired' } });
});

test('all mailed reset links are valid until one of them is used', async () => {
  const one = await verified();
  for (const address of ['10.201.0.1', '10.202.0.1', '10.203.0.1']) {
    await post('forgot-password', { email: one.email }, address);
    await site.runJobs();
  }
  const links = linksIn(one.email, 'Reset your Pocketfleet password');
  expect(links).toHaveLength(3);
  const reset = (link: object | undefined) =>
    post('reset-password', { ...link, new_password: 'Copper-Kite-7' });
  const answers = await Promise.all([reset(links[0]), reset(links[1])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await reset(links[2])).body).toMatchObject({ code: 'link_expired' });
});

test('a stranger who requests many links for an address gets the same response, and uses up nothing of its owner', async () => {
  const one = await verified();
  const ask = (address: string) => post('forgot-password', { email: one.email }, address);
  for (let turn = 0; turn < 12; turn += 1) expect((await ask('10.204.0.1')).status).toBe(200);
  await site.runJobs();
  expect(linksIn(one.email, 'Reset your Pocketfleet password')).toHaveLength(5);
  expect((await ask('10.205.0.1')).status).toBe(200);
  await site.runJobs();
  expect(linksIn(one.email, 'Reset your Pocketfleet password')).toHaveLength(6);
});

test('strangers in many networks can fill a mailbox up to a limit only, with links that the owner can use', async () => {
  const one = await verified();
  for (let turn = 0; turn < 14; turn += 1) {
    const answer = await post('forgot-password', { email: one.email }, `10.${210 + turn}.0.1`);
    expect([turn, answer.status]).toEqual([turn, 200]);
  }
  await site.runJobs();
  const links = linksIn(one.email, 'Reset your Pocketfleet password');
  expect(links).toHaveLength(10);
  expect((await post('reset-password', { ...links[0], new_password: 'Copper-Kite-7' })).status).toBe(200);
  // After the reset the owner can request links again at once.
  await post('forgot-password', { email: one.email });
  await site.runJobs();
  expect(linksIn(one.email, 'Reset your Pocketfleet password')).toHaveLength(11);
});

test('requests for links from one network have a limit, whose refusal says when to retry', async () => {
  person();
  const ask = (turn: number) => post('forgot-password', { email: `any.${turn}@example.com` });
  for (let turn = 0; turn < 30; turn += 1) expect((await ask(turn)).status).toBe(200);
  const refused = await ask(30);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.body['detail']).toMatch(/Please try again in \d+ minutes\./);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
});
