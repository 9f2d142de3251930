import { termsVersion } from '@pocketfleet/rules';
import { expect, test } from 'vitest';
import { fillDisk } from '../../test/full-disk.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { createVisitors, visitorPassword } from '../../test/visitors.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp();
const { person, registered, verified, post, linkIn } = createVisitors(() => site);
const password = visitorPassword;

test('a new customer gets a link by mail, and can sign in after opening it', async () => {
  const one = await registered();
  await expect(site.signIn(one.username, password)).rejects.toThrow('email_not_verified');
  expect(await post('verify-email', linkIn(one.email))).toMatchObject({
    status: 200,
    body: { message: 'Your email address is verified.', already_verified: false },
  });
  expect(await site.signIn(one.username, password)).toHaveLength(43);
  expect(await post('verify-email', linkIn(one.email))).toMatchObject({
    status: 200,
    body: { message: 'Your email address is already verified.', already_verified: true },
  });
});

test('of two links for one address the second says that it is verified already', async () => {
  const one = await registered();
  const first = linkIn(one.email);
  await post('resend-verification', { email: one.email });
  await site.runJobs();
  const second = linkIn(one.email);
  expect(second).not.toEqual(first);
  expect((await post('verify-email', first)).body).toMatchObject({ already_verified: false });
  expect((await post('verify-email', second)).body).toMatchObject({ already_verified: true });
});

test('both spellings of the names are accepted, and the response is in snake_case', async () => {
  const { firstName, lastName, ...rest } = person();
  const answer = await post('register', { ...rest, first_name: firstName, last_name: lastName });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', username: rest.username });
  expect(answer.body).not.toHaveProperty('password');
});

test.each([
  [{ username: 'operator' }, 'username', 'This username is reserved. Please choose another one.'],
  [{ username: 'pocketfleet.help' }, 'username', 'This username is reserved. Please choose another one.'],
  [
    { firstName: 'Pocketfleet', lastName: 'Support' },
    'first_name',
    'This name is reserved for our team. Please enter your own name.',
  ],
])('nobody registers under a name that sounds like us: %j', async (names, field, detail) => {
  const answer = await post('register', { ...person(), ...names });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', detail, fields: { [field]: detail } },
  });
});

test('a username or address that exists gets 409, in any case of letters', async () => {
  const one = await registered();
  const sentence = 'Username or email already exists. Please choose different credentials.';
  const sameName = await post('register', { ...person(), username: one.username });
  expect(sameName).toMatchObject({ status: 409, body: { detail: sentence } });
  const sameMail = await post('register', { ...person(), email: one.email.toUpperCase() });
  expect(sameMail).toMatchObject({ status: 409, body: { detail: sentence } });
});

test('of twenty concurrent registrations of one address or username, one creates an account and a mail', async () => {
  const first = person();
  const race = (turn: number) =>
    turn % 2 === 0
      ? { ...first, username: `racer.${turn}` }
      : { ...first, username: 'racer', email: `r${turn}@example.com` };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => post('register', race(turn), `10.77.${turn}.1`)),
  );
  const made = answers.filter(({ status }) => status === 200);
  expect(made.map(({ body }) => body['username'] === 'racer').sort()).toEqual([false, true]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(18);
  await site.runJobs();
  const mails = site.outbox.filter(({ to }) => to === first.email || /^r\d+@example\.com$/.test(to));
  expect(mails).toHaveLength(2);
});

test.each([
  [{ username: '' }, 'Username is required'],
  [{ username: 'Gräce' }, 'Username can only contain lowercase letters, numbers, periods, and underscores'],
  [
    { username: 'gr\u0430ce' },
    'Username can only contain lowercase letters, numbers, periods, and underscores',
  ],
  [{ email: '' }, 'Email is required'],
  [{ email: 'no address' }, 'Please enter a valid email address'],
  [{ email: `${'x'.repeat(300)}@example.com` }, 'Email too long'],
  [{ password: '' }, 'Password is required'],
  [{ password: 'short' }, 'Password must be at least 8 characters long'],
  [{ password: 'Password123' }, 'This password is too common. Please choose another one.'],
  [{ username: 'lovelace', password: 'my-Lovelace-99' }, 'The password must not contain the username.'],
  [{ firstName: '   ' }, 'First name is required'],
  [{ lastName: 'x'.repeat(101) }, 'Name too long'],
  [{ referrer: 'a b' }, 'Please enter a valid username or email address'],
  [{ email: 'grace@example.com\r\nBcc: all@example.com' }, 'Please enter a valid email address'],
  [{ password: 'x'.repeat(129) }, 'Password can be at most 128 characters long'],
  [{ firstName: 'Gra\u202ece' }, 'Please remove the invisible characters from this name'],
  [{ lastName: 'Hop\nper' }, 'Please remove the invisible characters from this name'],
  [
    { terms_version: '2020-01-01' },
    'The terms and conditions have changed. Please reload the page and read them again.',
  ],
  [{ password: 'Pocketfleet-2026!' }, 'This password is too common. Please choose another one.'],
])('registration with %j is refused with its sentence', async (change, detail) => {
  const answer = await post('register', { ...person(), ...change });
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail } });
});

test.each([[null], [[]], ['text'], [{ username: 1, email: {}, password: [] }], [{ firstName: 'a\u0000b' }]])(
  'registration with the body %j never breaks the server',
  async (payload) => {
    const answer = await site.call('POST', '/api/auth/register', {
      payload: JSON.stringify(payload),
      contentType: 'application/json',
      address: '10.240.0.1',
    });
    expect(answer.status).toBe(400);
  },
);

test.each(['<b>Grace</b>', 'Win at evil.example', 'Grace, click http://evil.example'])(
  'a name can not be used to send text through us: %j is left out of mails',
  async (firstName) => {
    const one = { ...person(), firstName };
    expect((await post('register', one)).status).toBe(200);
    await site.runJobs();
    const mail = site.outbox.find((sent) => sent.to === one.email);
    expect(mail?.text).toContain('Hello,');
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/Grace|evil/);
  },
);

test('an internal error doesn’t count against a limit', async () => {
  const one = await verified();
  const address = '10.250.0.1';
  const stranger = { ...person(), username: 'late.comer', email: 'late.comer@example.com' };
  const statuses = new Set<number>();
  const mend = await fillDisk(site.db, ['users', 'credentials', 'graphile_worker._private_jobs']);
  try {
    for (let turn = 0; turn < 35; turn += 1) {
      statuses.add((await post('register', stranger, address)).status);
      statuses.add((await post('forgot-password', { email: one.email }, address)).status);
      if (turn < 12) await expect(site.signIn(one.username, password)).rejects.toThrow('unavailable');
    }
  } finally {
    await mend();
  }
  expect([...statuses]).toEqual([503]);
  expect((await post('register', stranger, address)).status).toBe(200);
  expect((await post('forgot-password', { email: one.email }, address)).status).toBe(200);
  expect(await site.signIn(one.username, password)).toHaveLength(43);
});

test('referral code, version of the terms and its date are kept with the account, an empty code is none', async () => {
  const one = person();
  await post('register', { ...one, referrer: ' ada_99 ', terms_version: termsVersion });
  const two = person();
  await post('register', { ...two, referrer: '' });
  const rows = await sql<{ referrer: string | null; terms_version: string | null; is_dated: boolean }>`
    select referrer, terms_version, terms_accepted_at is not null as is_dated from users
    where username in (${one.username}, ${two.username}) order by username`.execute(site.db);
  expect(rows.rows).toEqual([
    { referrer: 'ada_99', terms_version: termsVersion, is_dated: true },
    { referrer: null, terms_version: null, is_dated: false },
  ]);
});

test('a verified address is welcomed once', async () => {
  const one = await registered();
  const link = linkIn(one.email);
  await post('verify-email', link);
  await post('verify-email', link);
  await site.runJobs();
  const subjects = site.outbox.filter((mail) => mail.to === one.email).map((mail) => mail.subject);
  expect(subjects).toEqual(['Verify your email for Pocketfleet', 'Welcome to Pocketfleet']);
});

test.each([
  ['too short', 'abc'],
  ['of another kind', 7],
  ['missing', undefined],
])('a link whose secret is %s is called invalid in plain words', async (_, secret) => {
  expect(await post('verify-email', { token: secret, email: 'ada@example.com' })).toMatchObject({
    status: 400,
    body: { detail: 'This verification link is invalid or has expired.' },
  });
});

test('a link of a suspended or deleted account is not valid', async () => {
  const one = await registered();
  const link = linkIn(one.email);
  await sql`update users set suspended_at = app_now() where username = ${one.username}`.execute(site.db);
  expect(await post('verify-email', link)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  await sql`delete from users where username = ${one.username}`.execute(site.db);
  expect(await post('verify-email', link)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
  expect((await post('resend-verification', { email: one.email })).status).toBe(200);
  await site.runJobs();
  expect(site.outbox.filter((mail) => mail.to === one.email)).toHaveLength(1);
});

test('a verification link expires after 48 hours, and a new one can be requested', async () => {
  const one = await registered();
  const old = linkIn(one.email);
  await site.advance('48 hours 1 minute');
  expect((await post('verify-email', old)).status).toBe(400);
  expect((await post('resend-verification', { email: one.email })).status).toBe(200);
  await site.runJobs();
  expect((await post('verify-email', linkIn(one.email))).status).toBe(200);
});

test('a mail that is refused for good is abandoned, and one that is deferred is sent later', async () => {
  const bounced = { ...person(), email: 'bounce@example.com' };
  await post('register', bounced);
  const late = { ...person(), email: 'greylist@example.com' };
  await post('register', late);
  const mails = async () => {
    // Does not wait for the backoff that a mail put off has earned.
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(site.db);
    await site.runJobs();
    const rows = await sql<{ recipient: string; state: string; html: string | null }>`
      select recipient, state, html from mails where recipient in ('bounce@example.com', 'greylist@example.com')
      order by recipient`.execute(site.db);
    return rows.rows;
  };
  await expect.poll(mails, { timeout: 60_000 }).toEqual([
    { recipient: 'bounce@example.com', state: 'failed', html: null },
    { recipient: 'greylist@example.com', state: 'sent', html: null },
  ]);
});
