// How many codes the second step of a sign-in allows, and when the owner is told of wrong ones.
import { beforeEach, expect, test } from 'vitest';
import { linkIn } from '../../test/mailed-link.ts';
import { testPassword } from '../../test/test-app.ts';
import { addAuthenticator, useFactorScene } from '../../test/use-factor-scene.ts';
import { sql } from '../platform/database.ts';
import { hashSecret } from '../platform/secrets.ts';

const { site, scene, login, finish, codeNow } = useFactorScene();

beforeEach(async () => {
  scene.authenticator = await addAuthenticator(site, scene.token);
  await site.advance('1 minute');
});

async function warnings(): Promise<number> {
  await site.runJobs();
  return site.outbox.filter(({ subject }) => subject === 'Wrong codes for your Pocketfleet account').length;
}

async function guess(address: string, code = '000000') {
  return finish(await login(testPassword, address), { code }, { address });
}

test('five wrong codes of a day warn the owner, each of another challenge', async () => {
  for (let each = 0; each < 4; each += 1) await guess(`10.66.${each}.1`);
  expect(await warnings()).toBe(0);
  await guess('10.66.4.1');
  expect(await warnings()).toBe(1);
  for (let each = 5; each < 12; each += 1) await guess(`10.66.${each}.1`);
  expect(await warnings()).toBe(1);
  await site.advance('1 day 1 second');
  for (let each = 0; each < 5; each += 1) await guess(`10.67.${each}.1`);
  expect(await warnings()).toBe(2);
});

test('codes that are refused unread warn the owner, too', async () => {
  await sql`insert into limit_windows (key, starts_at, ends_at, used)
    values (${`factor-account:${scene.id}`}, app_now(), app_now() + interval '1 hour', 40)`.execute(site.db);
  for (let each = 0; each < 5; each += 1) expect((await guess(`10.66.${each}.1`)).status).toBe(429);
  expect(await warnings()).toBe(1);
});

test('a day allows 50 codes over all places but known browsers, also where the account has signed in', async () => {
  const signedIn = await finish(await login(), { code: codeNow() });
  const cookie = /known_device=[^;]*/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
  await site.advance('1 minute');
  for (let hour = 0; hour < 2; hour += 1) {
    for (let each = 0; each < 25; each += 1) expect((await guess(`10.66.${each}.1`)).status).toBe(403);
    await site.advance('1 hour 1 second');
  }
  expect((await guess('10.66.1.1', codeNow())).status).toBe(429);
  expect((await guess('127.0.0.1', codeNow())).status).toBe(429);
  const owner = await login(testPassword, '10.77.1.1', cookie);
  expect((await finish(owner, { code: codeNow() }, { address: '10.77.1.1', cookie })).status).toBe(200);
  await site.advance('1 day');
  expect((await guess('10.66.1.1', codeNow())).status).toBe(200);
});

async function useUpStrangerLimits(): Promise<void> {
  await sql`insert into limit_windows (key, starts_at, ends_at, used)
    select key, app_now(), app_now() + interval '1 day', 1000 from unnest(${[
      `login-account:${hashSecret(scene.username).toString('hex')}`,
      `factor-account:${scene.id}`,
      `factor-day:${scene.id}`,
    ]}::text[]) as key
    on conflict (key) do update set used = excluded.used, ends_at = excluded.ends_at`.execute(site.db);
}

test('an owner who has set a new password by mail is let in from a new place, although others guess', async () => {
  await useUpStrangerLimits();
  const email = `${scene.username}@example.com`;
  await site.call('POST', '/api/auth/forgot-password', { payload: { email } });
  await site.runJobs();
  const link = linkIn(site.outbox, email);
  const reset = await site.call('POST', '/api/auth/reset-password', {
    payload: { ...link, new_password: 'Copper-Kite-7' },
  });
  expect(reset.status).toBe(200);
  const from = { address: '10.88.1.1' };
  const refused = await login('Copper-Kite-7', from.address);
  expect(refused.body).toMatchObject({ code: 'second_factor_required' });
  expect((await finish(refused, { code: codeNow() }, from)).status).toBe(200);
});

test('a right second step forgives what others have guessed', async () => {
  const signedIn = await finish(await login(), { code: codeNow() });
  const cookie = /known_device=[^;]*/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
  await site.advance('1 minute');
  await useUpStrangerLimits();
  const from = { address: '10.77.1.1', cookie };
  expect((await login(testPassword, '10.88.1.1')).status).toBe(429);
  const owner = await login(testPassword, from.address, cookie);
  expect((await finish(owner, { code: codeNow() }, from)).status).toBe(200);
  await site.advance('1 minute');
  expect((await guess('10.88.1.1', codeNow())).status).toBe(200);
});
