import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { fillDisk } from '../../test/full-disk.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import {
  auditOf,
  createTestOperator,
  type OperatorClient,
  operatorClient,
  operatorPassword,
  signInOperator,
} from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { sealSecrets } from './second-factor.ts';

const site = useTestApp();
/** As in production: a second factor is needed. */
const strict = useTestApp({
  DEMO: '0',
  OPERATOR_URL: 'https://team.pocketfleet.example',
  OPERATOR_SECRETS_KEY: 'ab'.repeat(32),
});

const fromConsole = { origin: 'https://team.pocketfleet.example' };
const enterPassword = (client: OperatorClient, username: string) =>
  client.call('POST', '/session', { username, password: operatorPassword }, fromConsole);

test('the demo operator signs in with a password and gets an HttpOnly, Strict cookie', async () => {
  await createTestOperator(site.db, 'ada', 'admin');
  const client = operatorClient(site);
  const answer = await client.call('POST', '/session', { username: 'ada', password: operatorPassword });
  expect(answer).toMatchObject({
    status: 200,
    body: { step: 'done', operator: { username: 'ada', role: 'admin' } },
  });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^operator_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/),
    expect.stringMatching(/^operator_device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict/),
  ]);
  expect((await client.call('GET', '/session')).body['permissions']).toContain('audit_view');
  expect(await auditOf(site.db, 'sign_in')).toMatchObject([
    { operator: 'ada', role: 'admin', outcome: 'done' },
  ]);
});

test('a wrong password is refused, logged without the password, and refused altogether after ten', async () => {
  await createTestOperator(site.db, 'bob', 'support');
  const client = operatorClient(site);
  for (let wrong = 0; wrong < 10; wrong += 1) {
    const answer = await client.call('POST', '/session', { username: 'bob', password: 'not this one' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  }
  const locked = await client.call('POST', '/session', { username: 'bob', password: operatorPassword });
  expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const refused = (await auditOf(site.db, 'sign_in')).filter((row) => row.outcome === 'refused');
  expect(refused).toHaveLength(11);
  expect(refused[5]?.details).toEqual({ username: 'bob' });
});

test('outside the demo an authenticator must be set up before anything else can be called', async () => {
  await createTestOperator(strict.db, 'carol', 'admin');
  const client = operatorClient(strict);
  const half = await enterPassword(client, 'carol');
  expect(half.body).toMatchObject({ step: 'enrol', permissions: [] });
  // No sister domain can plant a cookie of this name, and no browser is known by a password alone.
  expect(half.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-operator_session=.*; Secure$/)]);
  expect(await client.call('GET', '/operators')).toMatchObject({
    status: 403,
    body: { code: 'second_factor_needed' },
  });

  const { body } = await client.call('POST', '/session/authenticator', {}, fromConsole);
  const totp = totpOf(String(body['secret']));
  expect(String(body['otpauth_uri'])).toMatch(/^otpauth:\/\/totp\/.*issuer=Pocketfleet/);
  const wrong = await client.call('POST', '/session/authenticator/confirm', { code: '000000' }, fromConsole);
  expect(wrong.body['code']).toBe('wrong_code');
  const code = totp.generate({ timestamp: strict.app.deps.clock.nowMs() });
  const done = await client.call('POST', '/session/authenticator/confirm', { code }, fromConsole);
  expect(done.body).toMatchObject({ step: 'done' });
  expect(done.body['recovery_codes']).toHaveLength(8);
  expect((await client.call('GET', '/operators')).status).toBe(200);
});

test('a copy of the database reveals no second factor, and a start replaces the key', async () => {
  const { totp } = await enrolled('selma');
  const stored = async () => {
    const { rows } = await sql<{ id: string; totp_secret: Buffer }>`
      select id, totp_secret from operators where username = 'selma'`.execute(strict.db);
    return rows[0] ?? { id: '', totp_secret: Buffer.alloc(0) };
  };
  const plain = Buffer.from(totp.secret.bytes);
  expect((await stored()).totp_secret.includes(plain)).toBe(false);
  const startWith = (...keys: string[]) => {
    const operatorSecretsKeys = keys.map((key) => Buffer.from(key, 'hex'));
    return sealSecrets({ ...strict.app.deps, config: { operatorSecretsKeys } });
  };
  const signIn = async () => {
    await strict.advance('1 minute');
    const client = operatorClient(strict);
    await enterPassword(client, 'selma');
    const code = totp.generate({ timestamp: strict.app.deps.clock.nowMs() });
    return (await client.call('POST', '/session/code', { code }, fromConsole)).status;
  };
  // A secret from before there was a key counts, and is encrypted by the next start.
  const { id } = await stored();
  await sql`update operators set totp_secret = ${plain} where id = ${id}`.execute(strict.db);
  expect(await signIn()).toBe(200);
  await startWith('ab'.repeat(32));
  expect((await stored()).totp_secret.includes(plain)).toBe(false);
  expect(await signIn()).toBe(200);
  // With another key first, the next start encrypts the secrets again, and this node's key can't decrypt them.
  await startWith('cd'.repeat(32), 'ab'.repeat(32));
  expect(await signIn()).toBe(403);
  await startWith('ab'.repeat(32), 'cd'.repeat(32));
  expect(await signIn()).toBe(200);
  // A key that opens nothing leaves everything as it is.
  const { totp_secret } = await stored();
  await startWith('ef'.repeat(32));
  expect((await stored()).totp_secret).toEqual(totp_secret);
});

test('a code is valid once, and a recovery code can replace it once', async () => {
  const { totp, recovery } = await enrolled('dora');
  const signIn = async () => {
    const client = operatorClient(strict);
    const answer = await enterPassword(client, 'dora');
    expect(answer.body['step']).toBe('code');
    return client;
  };
  await strict.advance('1 minute');
  const code = totp.generate({ timestamp: strict.app.deps.clock.nowMs() });
  const first = await signIn();
  expect((await first.call('POST', '/session/code', { code }, fromConsole)).body['step']).toBe('done');
  const second = await signIn();
  const replayed = await second.call('POST', '/session/code', { code }, fromConsole);
  expect(replayed).toMatchObject({ status: 403, body: { code: 'wrong_code' } });
  expect((await auditOf(strict.db, 'enter_code'))[0]).toMatchObject({
    operator: 'dora',
    outcome: 'refused',
    details: {},
  });
  expect((await second.call('POST', '/session/code', { code: recovery }, fromConsole)).body['step']).toBe(
    'done',
  );
  const third = await signIn();
  expect((await third.call('POST', '/session/code', { code: recovery }, fromConsole)).status).toBe(403);
});

test('a recovery code is not used up where no session can be stored', async () => {
  const { recovery } = await enrolled('fulla');
  const client = operatorClient(strict);
  await enterPassword(client, 'fulla');
  const enter = () => client.call('POST', '/session/code', { code: recovery }, fromConsole);
  const mend = await fillDisk(strict.db, ['operator_sessions']);
  expect((await enter()).status).toBe(503);
  await mend();
  expect((await enter()).body['step']).toBe('done');
});

test('after ten wrong codes even a right one is refused', async () => {
  const { totp } = await enrolled('edda');
  await strict.advance('16 minutes');
  const client = operatorClient(strict);
  await enterPassword(client, 'edda');
  for (let wrong = 0; wrong < 10; wrong += 1) {
    expect((await client.call('POST', '/session/code', { code: '999999' }, fromConsole)).status).toBe(403);
  }
  const code = totp.generate({ timestamp: strict.app.deps.clock.nowMs() });
  expect((await client.call('POST', '/session/code', { code }, fromConsole)).status).toBe(429);
});

test('the password alone is not enough to replace an authenticator', async () => {
  await enrolled('frida');
  const client = operatorClient(strict);
  await enterPassword(client, 'frida');
  const answer = await client.call('POST', '/session/authenticator', {}, fromConsole);
  expect(answer).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
});

test('a write from another site is refused, with a cookie and all', async () => {
  const client = await signInOperator(site, 'gerda', 'admin');
  for (const origin of ['https://evil.example', 'http://localhost:4000', null]) {
    const answer = await client.call('DELETE', '/session', undefined, { origin });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  expect((await client.call('GET', '/session')).status).toBe(200);
  expect((await auditOf(site.db, 'sign_out'))[0]).toMatchObject({ operator: 'gerda', outcome: 'refused' });
});

test('a customer’s token is refused on operator calls, and it is in the log', async () => {
  await createTestUser(site.db, 'customer');
  const token = await site.signIn('customer', testPassword);
  const client = operatorClient(site);
  const headers = { authorization: `Bearer ${token}` };
  expect((await client.call('GET', '/operators', undefined, { headers })).status).toBe(401);
  const input = { username: 'mallory', password: operatorPassword, role: 'admin', reason: 'because' };
  expect(await client.call('POST', '/operators', input, { headers })).toMatchObject({
    status: 401,
    body: { code: 'not_authenticated', detail: expect.stringContaining('Customers’ access tokens') },
  });
  expect((await auditOf(site.db, 'create_operator'))[0]).toMatchObject({
    operator: '(a customer’s token)',
    outcome: 'refused',
    reason: 'because',
    details: { username: 'mallory', role: 'admin' },
  });
});

test('a session ends when it is not used for two hours, and when the operator is disabled', async () => {
  const admin = await signInOperator(site, 'ida', 'admin');
  const idle = await signInOperator(site, 'jana', 'support');
  expect(
    (await admin.call('PATCH', `/operators/${idle.id}`, { is_disabled: true, reason: 'left us' })).status,
  ).toBe(200);
  expect((await idle.call('GET', '/session')).status).toBe(401);
  await site.advance('2 hours 1 minute');
  expect((await admin.call('GET', '/session')).status).toBe(401);
});

test('the last operator who manages operators can not be disabled', async () => {
  await sql`update operators set disabled_at = app_now()`.execute(site.db);
  const admin = await signInOperator(site, 'karla', 'admin');
  const answer = await admin.call('PATCH', `/operators/${admin.id}`, {
    role: 'support',
    reason: 'tired of it',
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a changed password ends the operator’s other sessions', async () => {
  const here = await signInOperator(site, 'lena', 'support');
  const there = operatorClient(site);
  await there.call('POST', '/session', { username: 'lena', password: operatorPassword });
  const input = { current_password: operatorPassword, new_password: 'another quiet morning' };
  expect((await here.call('POST', '/session/password', input)).status).toBe(200);
  expect((await here.call('GET', '/session')).status).toBe(200);
  expect((await there.call('GET', '/session')).status).toBe(401);
});

test('the database refuses to change or forget what the log holds', async () => {
  await expect(sql`update operator_audit set reason = ''`.execute(site.db)).rejects.toThrow(/only added to/);
  await expect(sql`delete from operator_audit`.execute(site.db)).rejects.toThrow(/only added to/);
  await expect(sql`truncate operator_audit`.execute(site.db)).rejects.toThrow(/only added to/);
});

function totpOf(secret: string): TOTP {
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 });
}

/** An operator with an authenticator, and one of their recovery codes. */
async function enrolled(username: string): Promise<{ totp: TOTP; recovery: string }> {
  await createTestOperator(strict.db, username, 'admin');
  const client = operatorClient(strict);
  await enterPassword(client, username);
  const { body } = await client.call('POST', '/session/authenticator', {}, fromConsole);
  const totp = totpOf(String(body['secret']));
  const code = totp.generate({ timestamp: strict.app.deps.clock.nowMs() });
  const done = await client.call('POST', '/session/authenticator/confirm', { code }, fromConsole);
  return { totp, recovery: String((done.body['recovery_codes'] as string[])[0]) };
}
