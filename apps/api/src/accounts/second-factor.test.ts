// Second factors of customers: adding them, and the second step of a sign-in.
import { beforeEach, describe, expect, test } from 'vitest';
import { createSoftPasskey } from '../../test/soft-passkey.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { addAuthenticator, addPasskey, useFactorScene } from '../../test/use-factor-scene.ts';
import { sql } from '../platform/database.ts';

const { site, scene, login, finish, codeNow } = useFactorScene();

describe('an account without a second factor', () => {
  test('signs in as ever', async () => {
    expect(await login()).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
  });
});

describe('an account with an authenticator', () => {
  beforeEach(async () => {
    scene.authenticator = await addAuthenticator(site, scene.token);
  });

  test('is refused after a right password, and told how to go on', async () => {
    const refused = await login();
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required', methods: ['code', 'recovery_code'], passkey: null },
    });
    expect(refused.body).not.toHaveProperty('access_token');
    expect((await login('wrong')).body).toMatchObject({ code: 'invalid_credentials' });
  });

  test('signs in with a code, which answers what the sign-in answers', async () => {
    await site.advance('1 minute');
    const done = await finish(await login(), { code: codeNow() });
    expect(done).toMatchObject({ status: 200, body: { token_type: 'bearer' } });
    expect(Object.keys(done.body).sort()).toEqual(['access_token', 'expires_at', 'token_type']);
    const me = await site.call('GET', '/api/auth/me', { token: String(done.body['access_token']) });
    expect(me).toMatchObject({ status: 200, body: { username: scene.username } });
    expect(String(done.headers['set-cookie'])).toContain('known_device=');
  });

  test('refuses a code that was used before, in the next challenge too', async () => {
    await site.advance('1 minute');
    const code = codeNow();
    expect((await finish(await login(), { code })).status).toBe(200);
    expect((await finish(await login(), { code })).body).toMatchObject({ code: 'wrong_code' });
  });

  test('two calls at once with one code: one signs in', async () => {
    await site.advance('1 minute');
    const challenges = [await login(), await login()];
    const code = codeNow();
    const answers = await Promise.all(challenges.map((each) => finish(each, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('a challenge counts once', async () => {
    await site.advance('1 minute');
    const refused = await login();
    expect((await finish(refused, { code: codeNow() })).status).toBe(200);
    await site.advance('1 minute');
    expect((await finish(refused, { code: codeNow() })).body).toMatchObject({ code: 'challenge_ended' });
  });

  test('a challenge has five tries, and its owner is told when all were wrong', async () => {
    await site.advance('1 minute');
    const refused = await login();
    for (let each = 0; each < 5; each += 1) {
      expect((await finish(refused, { code: '000000' })).body).toMatchObject({ code: 'wrong_code' });
    }
    expect((await finish(refused, { code: codeNow() })).body).toMatchObject({ code: 'challenge_ended' });
    await site.runJobs();
    expect(site.outbox.map(({ subject }) => subject)).toContain('Wrong codes for your Pocketfleet account');
  });

  test('a challenge lasts five minutes', async () => {
    const refused = await login();
    await site.advance('5 minutes 1 second');
    expect((await finish(refused, { code: codeNow() })).body).toMatchObject({ code: 'challenge_ended' });
  });

  test('a challenge is the account’s own: another account’s code doesn’t fit', async () => {
    await createTestUser(site.db, `other${scene.username}`);
    const token = await site.signIn(`other${scene.username}`, testPassword);
    const other = await addAuthenticator(site, token);
    await site.advance('1 minute');
    expect((await finish(await login(), { code: codeNow(other) })).body).toMatchObject({
      code: 'wrong_code',
    });
  });

  test('a change of password ends the challenges of the password before', async () => {
    await site.advance('1 minute');
    const refused = await login();
    await sql`update users set password_hash = password_hash || ' ' where id = ${scene.id}`.execute(site.db);
    expect((await finish(refused, { code: codeNow() })).body).toMatchObject({ code: 'invalid_credentials' });
  });

  test('a suspension in between is not passed by', async () => {
    await site.advance('1 minute');
    const refused = await login();
    await sql`update users set suspended_at = app_now() where id = ${scene.id}`.execute(site.db);
    expect((await finish(refused, { code: codeNow() })).status).toBe(401);
  });

  test('a recovery code signs in once, and the owner gets a mail with how many are left', async () => {
    const [code = ''] = scene.authenticator.recovery_codes;
    expect((await finish(await login(), { code: code.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await finish(await login(), { code })).body).toMatchObject({ code: 'wrong_code' });
    await site.runJobs();
    const mail = site.outbox.find(
      ({ subject }) => subject === 'A recovery code of your Pocketfleet account was used',
    );
    expect(mail?.text).toContain('9 recovery codes are left');
  });

  test('the last recovery code says so', async () => {
    for (const code of scene.authenticator.recovery_codes) {
      expect((await finish(await login(), { code })).status).toBe(200);
    }
    await site.runJobs();
    expect(site.outbox.at(-1)?.text).toContain('It was the last one.');
    expect((await login()).body).toMatchObject({ methods: ['code'] });
  });

  test('neither secret nor recovery code is readable in the database', async () => {
    const rows = await sql<{ row: string }>`
      select f::text as row from second_factors f union all select r::text from recovery_codes r`.execute(
      site.db,
    );
    for (const { row } of rows.rows) {
      for (const code of scene.authenticator.recovery_codes) expect(row).not.toContain(code);
    }
  });

  test('a node of the version before can open no session without it', async () => {
    const insert = sql`insert into access_tokens (user_id, token_hash, expires_at, user_agent)
      values (${scene.id}, sha256('x'), app_now() + interval '1 day', '')`.execute(site.db);
    await expect(insert).rejects.toThrow('needs the second factor');
  });

  test('guesses from new places don’t keep the owner out of their own browser', async () => {
    await site.advance('1 minute');
    const signedIn = await finish(await login(), { code: codeNow() });
    const cookie = /known_device=[^;]*/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
    let refusals = 0;
    for (let each = 0; each < 45; each += 1) {
      const refused = await login(testPassword, `10.66.${each}.1`);
      const answer = await finish(refused, { code: '000000' }, { address: `10.66.${each}.1` });
      if (answer.status === 429) refusals += 1;
    }
    expect(refusals).toBe(5);
    await site.advance('1 minute');
    const owner = await login(testPassword, '10.77.1.1', cookie);
    expect(await finish(owner, { code: codeNow() }, { address: '10.77.1.1', cookie })).toMatchObject({
      status: 200,
    });
  });
});

describe('an account with a passkey', () => {
  let passkey = createSoftPasskey();
  beforeEach(async () => {
    passkey = createSoftPasskey();
    await addPasskey(site, scene.token, passkey);
  });

  async function challengeOf(refused: Awaited<ReturnType<typeof login>>): Promise<string> {
    return (refused.body['passkey'] as { challenge: string }).challenge;
  }

  test('signs in with it', async () => {
    const refused = await login();
    expect(refused.body).toMatchObject({ methods: ['passkey', 'recovery_code'] });
    const assertion = passkey.assert(await challengeOf(refused));
    expect(await finish(refused, { assertion })).toMatchObject({ status: 200 });
    expect((await finish(refused, { assertion })).body).toMatchObject({ code: 'challenge_ended' });
  });

  test('refuses an answer to another challenge, of another site, of another passkey, and of a copy', async () => {
    const refused = await login();
    const challenge = await challengeOf(refused);
    const wrong = [
      passkey.assert(await challengeOf(await login())),
      {
        ...createSoftPasskey('http://evil.localhost:4000').assert(challenge),
        id: passkey.id,
        rawId: passkey.id,
      },
      createSoftPasskey().assert(challenge),
    ];
    for (const assertion of wrong) {
      expect((await finish(refused, { assertion })).body).toMatchObject({ code: 'wrong_code' });
    }
    expect((await finish(refused, { assertion: passkey.assert(challenge) })).status).toBe(200);
    passkey.signCount = 0;
    const next = await login();
    const copy = passkey.assert(await challengeOf(next));
    expect((await finish(next, { assertion: copy })).body).toMatchObject({ code: 'wrong_code' });
  });

  test('wants a code or a passkey, and not both', async () => {
    const refused = await login();
    const assertion = passkey.assert(await challengeOf(refused));
    expect((await finish(refused, {})).body).toMatchObject({ code: 'invalid_input' });
    expect((await finish(refused, { code: '123456', assertion })).body).toMatchObject({
      code: 'invalid_input',
    });
  });
});
