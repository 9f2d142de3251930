import { TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import {
  auditOf,
  type OperatorClient,
  operatorClient,
  operatorPassword,
  signInOperator,
} from '../../test/test-operators.ts';
import { useTestApp } from '../../test/use-test-app.ts';

const site = useTestApp();
let admin: OperatorClient & { id: string };
let sue: OperatorClient & { id: string };
beforeAll(async () => {
  admin = await signInOperator(site, 'ada', 'admin');
  sue = await signInOperator(site, 'sue', 'support');
});

/** Sets an authenticator up; returns what makes its codes and the recovery codes. */
async function setUp(client: OperatorClient): Promise<{ totp: TOTP; recovery: string[] }> {
  const { body } = await client.call('POST', '/session/authenticator', {});
  const totp = new TOTP({ secret: String(body['secret']) });
  const done = await client.call('POST', '/session/authenticator/confirm', { code: codeOf(totp) });
  return { totp, recovery: done.body['recovery_codes'] as string[] };
}

const codeOf = (totp: TOTP) => totp.generate({ timestamp: site.app.deps.clock.nowMs() });

test('operators see their own account and set the address for alarms; an invalid address is refused', async () => {
  expect((await sue.call('GET', '/session/account')).body).toMatchObject({
    username: 'sue',
    role: 'support',
    email: null,
    has_authenticator: false,
    recovery_codes_left: 0,
  });
  const set = (email: unknown) => sue.call('PATCH', '/session/account', { email });
  expect(await set('not an address')).toMatchObject({
    status: 400,
    body: { fields: { email: expect.any(String) } },
  });
  expect((await set('sue@team.example')).body).toMatchObject({ email: 'sue@team.example' });
  expect((await admin.call('GET', '/operators')).body['rows']).toMatchObject([
    { username: 'ada', email: null },
    { username: 'sue', email: 'sue@team.example' },
  ]);
  expect((await set(null)).body).toMatchObject({ email: null });
  expect((await auditOf(site.db, 'update_own_account')).map((row) => row.outcome)).toEqual([
    'done',
    'done',
    'refused',
  ]);
});

test('new recovery codes need password and code, replace the old ones, and are never in the log', async () => {
  const { totp, recovery } = await setUp(sue);
  const renew = (current_password: string, code: string) =>
    sue.call('POST', '/session/recovery-codes', { current_password, code });
  await site.advance('1 minute');
  expect((await renew('not this one', codeOf(totp))).body['code']).toBe('wrong_password');
  expect((await renew(operatorPassword, '000000')).body['code']).toBe('wrong_code');
  const used = codeOf(totp);
  const renewed = await renew(operatorPassword, used);
  expect(renewed.status).toBe(200);
  const codes = renewed.body['recovery_codes'] as string[];
  expect(new Set([...codes, ...recovery]).size).toBe(16);
  // The code was used: it counts once, here as at the sign-in.
  expect((await renew(operatorPassword, used)).body['code']).toBe('wrong_code');
  expect((await sue.call('GET', '/session/account')).body).toMatchObject({ recovery_codes_left: 8 });

  const enter = async (code: string | undefined) => {
    const client = operatorClient(site);
    await client.call('POST', '/session', { username: 'sue', password: operatorPassword });
    return (await client.call('POST', '/session/code', { code: code ?? '' })).status;
  };
  expect(await enter(recovery[0])).toBe(403);
  expect(await enter(codes[0])).toBe(200);
  expect((await sue.call('GET', '/session/account')).body).toMatchObject({ recovery_codes_left: 7 });
  const log = await auditOf(site.db, 'create_recovery_codes');
  expect(log.map((row) => row.outcome)).toEqual(['refused', 'done', 'refused', 'refused']);
  expect(JSON.stringify(log)).not.toContain(operatorPassword);
  for (const code of [...codes, used]) expect(JSON.stringify(log)).not.toContain(code);
});

test('another authenticator needs the password, not a session alone; not a code of the lost one', async () => {
  const zoe = await signInOperator(site, 'zoe', 'support');
  const first = await setUp(zoe);
  const { body } = await zoe.call('POST', '/session/authenticator', {});
  const second = new TOTP({ secret: String(body['secret']) });
  const confirm = (typed: object) =>
    zoe.call('POST', '/session/authenticator/confirm', { code: codeOf(second), ...typed });
  for (const typed of [{}, { current_password: 'not this one' }]) {
    expect(await confirm(typed)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  }
  const enter = async (code: string) => {
    const client = operatorClient(site);
    await client.call('POST', '/session', { username: 'zoe', password: operatorPassword });
    return (await client.call('POST', '/session/code', { code })).status;
  };
  // Nothing was lost: the old codes count, and the session of the owner goes on.
  expect(await enter(first.recovery[0] ?? '')).toBe(200);
  expect((await zoe.call('GET', '/session')).status).toBe(200);

  const replaced = await confirm({ current_password: operatorPassword });
  expect(replaced).toMatchObject({ status: 200, body: { step: 'done' } });
  expect(await enter(first.recovery[1] ?? '')).toBe(403);
  await site.advance('1 minute');
  expect(await enter(codeOf(second))).toBe(200);
  expect(JSON.stringify(await auditOf(site.db, 'confirm_authenticator'))).not.toContain(operatorPassword);
});

test('a forgotten authenticator takes its recovery codes with it, and ends the sessions', async () => {
  const reset = { forget_authenticator: true, reason: 'the telephone is lost' };
  const answer = await admin.call('PATCH', `/operators/${sue.id}`, reset);
  expect(answer.body).toMatchObject({ username: 'sue', has_authenticator: false });
  expect((await sue.call('GET', '/session/account')).status).toBe(401);
  const again = operatorClient(site);
  await again.call('POST', '/session', { username: 'sue', password: operatorPassword });
  expect((await again.call('GET', '/session/account')).body).toMatchObject({ recovery_codes_left: 0 });
});

test('a colleague’s address changes without ending sessions; a change of nothing is refused', async () => {
  const tim = await signInOperator(site, 'tim', 'support');
  const change = (body: object) =>
    admin.call('PATCH', `/operators/${tim.id}`, { reason: 'asked for it', ...body });
  expect((await change({ email: 'tim@team.example' })).body).toMatchObject({ email: 'tim@team.example' });
  expect((await tim.call('GET', '/session')).status).toBe(200);
  expect(await change({})).toMatchObject({ status: 400, body: { detail: 'Choose at least one change.' } });
  expect((await change({ role: 'admin' })).body).toMatchObject({ role: 'admin' });
  expect((await tim.call('GET', '/session')).status).toBe(401);
});
