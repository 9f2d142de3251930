// Adding, renaming and removing second factors, and what follows from it elsewhere.
import { describe, expect, test } from 'vitest';
import { linkIn } from '../../test/mailed-link.ts';
import { createSoftPasskey } from '../../test/soft-passkey.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { auditOf, signInOperator } from '../../test/test-operators.ts';
import { addAuthenticator, addPasskey, codeOf, useFactorScene } from '../../test/use-factor-scene.ts';
import { sealAuthenticators } from './second-factors.ts';

const { site, scene, login, finish, codeNow } = useFactorScene();
const factors = '/api/auth/second-factors';
const subjects = async () => {
  await site.runJobs();
  return site.outbox.map(({ subject }) => subject);
};
const list = async () => (await site.call('GET', factors, { token: scene.token })).body;
const post = (path: string, payload: object) =>
  site.call('POST', `/api/auth/${path}`, { token: scene.token, payload });

test('an authenticator counts only once a code of it was confirmed', async () => {
  const begun = await post('second-factors/authenticators', {
    name: 'Phone',
    current_password: testPassword,
  });
  expect(begun).toMatchObject({ status: 200, body: { secret: expect.any(String) } });
  expect(String(begun.body['otpauth_uri'])).toContain(`otpauth://totp/Pocketfleet:${scene.username}`);
  expect(await list()).toEqual({ factors: [], recovery_codes_left: 0 });
  expect((await login()).status).toBe(200);
  const wrong = await post(`second-factors/${begun.body['id']}/confirm-code`, { code: '000000' });
  expect(wrong.body).toMatchObject({ code: 'wrong_code' });
  const code = codeOf(site, String(begun.body['secret']));
  const done = await post(`second-factors/${begun.body['id']}/confirm-code`, { code });
  expect(done.body['recovery_codes']).toHaveLength(10);
  expect(await list()).toMatchObject({
    factors: [{ kind: 'authenticator', name: 'Phone', last_used_at: null }],
    recovery_codes_left: 10,
  });
  expect((await login()).body).toMatchObject({ code: 'second_factor_required' });
  expect(await subjects()).toEqual(['An authenticator was added to your Pocketfleet account']);
});

test('a factor that was begun 15 minutes ago can’t be confirmed any more', async () => {
  const begun = await post('second-factors/authenticators', {
    name: 'Phone',
    current_password: testPassword,
  });
  await site.advance('16 minutes');
  const code = codeOf(site, String(begun.body['secret']));
  expect((await post(`second-factors/${begun.body['id']}/confirm-code`, { code })).status).toBe(404);
});

test('the first factor ends all other sessions, a second one none, and only the first gives recovery codes', async () => {
  const other = await site.signIn(scene.username, testPassword);
  const statusOf = async (token: string) => (await site.call('GET', '/api/auth/me', { token })).status;
  await addAuthenticator(site, scene.token);
  expect([await statusOf(other), await statusOf(scene.token)]).toEqual([401, 200]);
  expect((await addPasskey(site, scene.token, createSoftPasskey())).body['recovery_codes']).toBeNull();
});

test.each([
  ['authenticators', { name: 'Phone' }],
  ['passkeys', { name: 'Key' }],
])('adding to %s needs the password or a code again', async (kind, body) => {
  const path = `second-factors/${kind}`;
  expect((await post(path, body)).body).toMatchObject({ code: 'invalid_input' });
  expect((await post(path, { ...body, current_password: 'wrong' })).body).toMatchObject({
    code: 'wrong_password',
  });
  expect((await post(path, { ...body, code: '000000' })).body).toMatchObject({ code: 'wrong_code' });
  const { recovery_codes } = await addAuthenticator(site, scene.token);
  expect((await post(path, { ...body, code: recovery_codes[0] })).status).toBe(200);
  const used = 'A recovery code of your Pocketfleet account was used';
  expect((await subjects()).filter((each) => each === used)).toHaveLength(1);
  const mail = site.outbox.find(({ subject }) => subject === used);
  expect(mail?.text).toContain('confirmed a change of your account with a recovery code');
  expect(mail?.text).toContain('9 recovery codes are left');
});

describe('a passkey confirms a change', () => {
  const ask = async (token = scene.token) => {
    const { body } = await site.call('POST', `${factors}/passkeys/ask`, { token });
    return (body['options'] as { challenge: string } | undefined)?.challenge ?? '';
  };
  const name = { name: 'Phone' };

  test('once, and in the session that asked for it', async () => {
    const key = createSoftPasskey();
    await addPasskey(site, scene.token, key);
    const assertion = key.assert(await ask());
    const wrong = { status: 403, body: { code: 'wrong_code' } };
    const changed = await post('second-factors/authenticators', { ...name, assertion });
    expect(changed).toMatchObject({ status: 200, body: { secret: expect.any(String) } });
    expect(await post('recovery-codes', { assertion })).toMatchObject(wrong);
    const due = await login();
    const { challenge } = due.body['passkey'] as { challenge: string };
    const other = await finish(due, { assertion: key.assert(challenge) });
    const theirs = await ask(String(other.body['access_token']));
    expect(await post('recovery-codes', { assertion: key.assert(theirs) })).toMatchObject(wrong);
    expect((await post('recovery-codes', { assertion: key.assert(await ask()) })).status).toBe(200);
  });

  test('within five minutes, and opens no session', async () => {
    const key = createSoftPasskey();
    await addPasskey(site, scene.token, key);
    expect(await finish(await login(), { assertion: key.assert(await ask()) })).toMatchObject({
      body: { code: 'wrong_code' },
    });
    const late = await ask();
    await site.advance('6 minutes');
    expect((await post('recovery-codes', { assertion: key.assert(late) })).body['code']).toBe('wrong_code');
  });

  test('only if it verifies the person; after the password a touch is enough', async () => {
    const key = createSoftPasskey();
    await addPasskey(site, scene.token, key);
    key.verifiesPerson = false;
    const asked = await site.call('POST', `${factors}/passkeys/ask`, { token: scene.token });
    const { options } = asked.body as { options: { challenge: string; userVerification: string } };
    expect(options.userVerification).toBe('required');
    const assertion = key.assert(options.challenge);
    expect((await post('recovery-codes', { assertion })).body['code']).toBe('wrong_code');
    const due = await login();
    const { challenge } = due.body['passkey'] as { challenge: string };
    expect((await finish(due, { assertion: key.assert(challenge) })).status).toBe(200);
  });

  test('of one’s own account only, which needs a passkey', async () => {
    expect((await site.call('POST', `${factors}/passkeys/ask`, { token: scene.token })).body).toMatchObject({
      code: 'conflict',
      detail: 'Your account has no passkey. Use your password or a code.',
    });
    await addPasskey(site, scene.token, createSoftPasskey());
    const assertion = createSoftPasskey().assert(await ask());
    expect((await post('recovery-codes', { assertion })).body['code']).toBe('wrong_code');
    const both = { assertion, current_password: testPassword };
    expect((await post('recovery-codes', both)).body['code']).toBe('invalid_input');
  });
});

test('one passkey can’t be added to two accounts, and an answer that isn’t right adds none', async () => {
  const begun = await post('second-factors/passkeys', { name: 'Key', current_password: testPassword });
  const registration = createSoftPasskey().register('x'.repeat(43));
  const answer = await post(`second-factors/${begun.body['id']}/confirm-passkey`, { registration });
  expect(answer.body).toMatchObject({ code: 'wrong_code' });
  expect(await list()).toMatchObject({ factors: [] });
});

describe('removing', () => {
  test('needs the password or a code, tells the owner, and the last one ends the recovery codes', async () => {
    const { id, secret } = await addAuthenticator(site, scene.token);
    const passkey = await addPasskey(site, scene.token, createSoftPasskey());
    const second = (passkey.body['factor'] as { id: string }).id;
    expect((await post(`second-factors/${second}/remove`, {})).status).toBe(400);
    await site.advance('1 minute');
    expect((await post(`second-factors/${second}/remove`, { code: codeOf(site, secret) })).status).toBe(200);
    expect((await login()).body).toMatchObject({ methods: ['code', 'recovery_code'] });
    expect((await post(`second-factors/${id}/remove`, { current_password: testPassword })).status).toBe(200);
    expect(await list()).toEqual({ factors: [], recovery_codes_left: 0 });
    expect((await login()).status).toBe(200);
    const removed = 'A second factor was removed from your Pocketfleet account';
    expect((await subjects()).filter((each) => each === removed)).toHaveLength(2);
  });

  test('somebody else’s is not found, as an unknown one', async () => {
    const { id } = await addAuthenticator(site, scene.token);
    const eve = `eve${scene.username}`;
    await createTestUser(site.db, eve);
    const token = await site.signIn(eve, testPassword);
    for (const target of [id, '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11']) {
      const payload = { current_password: testPassword };
      const answer = await site.call('POST', `${factors}/${target}/remove`, { token, payload });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'Not found.' } });
    }
  });
});

test('a factor can be renamed', async () => {
  const { id } = await addAuthenticator(site, scene.token);
  const answer = await site.call('PATCH', `${factors}/${id}`, {
    token: scene.token,
    payload: { name: 'Old phone' },
  });
  expect(answer).toMatchObject({ status: 200, body: { name: 'Old phone' } });
});

test('new recovery codes take the place of the earlier ones', async () => {
  expect((await post('recovery-codes', { current_password: testPassword })).body).toMatchObject({
    code: 'conflict',
  });
  const { recovery_codes: before } = await addAuthenticator(site, scene.token);
  const made = await post('recovery-codes', { current_password: testPassword });
  const after = made.body['recovery_codes'] as string[];
  expect(after).toHaveLength(10);
  expect((await finish(await login(), { code: before[0] })).body).toMatchObject({ code: 'wrong_code' });
  expect((await finish(await login(), { code: after[0] })).status).toBe(200);
  expect(await subjects()).toContain('New recovery codes for your Pocketfleet account');
});

test('a new password by a mailed link doesn’t pass the second factor by', async () => {
  await addAuthenticator(site, scene.token);
  await site.call('POST', '/api/auth/forgot-password', {
    payload: { email: `${scene.username}@example.com` },
  });
  await site.runJobs();
  const link = linkIn(site.outbox, `${scene.username}@example.com`);
  const new_password = 'Copper-Kite-7-lantern';
  const reset = await site.call('POST', '/api/auth/reset-password', { payload: { ...link, new_password } });
  expect(reset.status).toBe(200);
  expect(reset.body).not.toHaveProperty('access_token');
  expect((await login(new_password)).body).toMatchObject({ code: 'second_factor_required' });
});

test('our team can remove a customer’s factors with a reason, which is recorded, and the customer gets a mail', async () => {
  await addAuthenticator(site, scene.token);
  const admin = await signInOperator(site, 'ada', 'admin');
  const path = `/customers/${scene.id}/remove-second-factors`;
  expect((await admin.call('POST', path, {})).status).toBe(400);
  const answer = await admin.call('POST', path, { reason: 'Lost their phone; called back by video' });
  expect(answer).toMatchObject({ status: 200, body: { second_factor_count: 0 } });
  expect((await admin.call('POST', path, { reason: 'again' })).body).toMatchObject({ code: 'already_done' });
  expect((await login()).status).toBe(200);
  const done = (await auditOf(site.db, 'remove_second_factors')).filter(({ outcome }) => outcome === 'done');
  expect(done[0]).toMatchObject({
    operator: 'ada',
    subject_id: scene.id,
    reason: 'Lost their phone; called back by video',
  });
  expect(await subjects()).toContain('Our team removed the second factors of your Pocketfleet account');
});

test('authenticators work after the key of secrets was replaced', async () => {
  scene.authenticator = await addAuthenticator(site, scene.token);
  const { config, log, db } = site.app.deps;
  const [old, present] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const before = config.operatorSecretsKeys;
  for (const keys of [[old], [present, old], [present]]) {
    config.operatorSecretsKeys = keys;
    await sealAuthenticators({ db, log, config });
  }
  await site.advance('1 minute');
  expect((await finish(await login(), { code: codeNow() })).status).toBe(200);
  config.operatorSecretsKeys = before;
});
