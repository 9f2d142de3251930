import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testPassword } from '../../test/test-app.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { announceKeyEnds } from './keys.jobs.ts';

const { scene, site, signedIn, member, made, list, useKey, rotate, revoke, inDays } = useTeamWithKeys();

describe('rotation', () => {
  test('gives a new key with the same rights, and both work for 24 hours', async () => {
    const old = await made({
      permissions: ['watch', 'apps'],
      phones: [scene.phone],
      networks: ['127.0.0.1'],
    });
    const { status, body } = await rotate(old.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      permissions: ['watch', 'apps'],
      phones: [scene.phone],
      networks: ['127.0.0.1/32'],
      old_key: { id: old.id, last_four: old.key.slice(-4) },
    });
    expect(await list()).toHaveLength(1);
    await site.advance('23 hours');
    expect((await useKey(old.key)).status).toBe(200);
    await site.advance('61 minutes');
    expect((await useKey(old.key)).status).toBe(401);
    expect((await useKey(String(body['key']))).status).toBe(200);
    expect((await list())[0]?.['old_key']).toBeNull();
  });

  test('a second time ends the oldest at once, and revoking ends all', async () => {
    const first = await made();
    const second = (await rotate(first.id)).body as { id: string; key: string };
    const third = (await rotate(second.id)).body as { id: string; key: string };
    const works = () =>
      Promise.all([first, second, third].map(async ({ key }) => (await useKey(key)).status));
    expect(await works()).toEqual([401, 200, 200]);
    expect((await rotate(second.id)).status).toBe(404);
    await revoke(third.id);
    expect(await works()).toEqual([401, 401, 401]);
  });

  test('by a key itself doesn’t lengthen its life, and by a person does', async () => {
    const expires_at = inDays(2);
    const { id, key } = await made({ permissions: ['watch', 'keys'], expires_at });
    await site.advance('1 day');
    const byItself = await site.call('POST', `/api/keys/${id}/rotate`, { token: key });
    expect(byItself).toMatchObject({ status: 200, body: { expires_at } });
    const byMaker = await rotate(String(byItself.body['id']));
    expect(Date.parse(String(byMaker.body['expires_at']))).toBeGreaterThan(Date.parse(expires_at));
  });

  test('by a person lasts as long as the key was made for, also after rotations by the key itself', async () => {
    let robot = await made({ permissions: ['watch', 'keys'], expires_at: inDays(40) });
    for (let n = 0; n < 2; n += 1) {
      await site.advance('5 hours');
      const { body } = await site.call('POST', `/api/keys/${robot.id}/rotate`, { token: robot.key });
      robot = body as { id: string; key: string };
    }
    const { body } = await rotate(robot.id);
    const lasts = Date.parse(String(body['expires_at'])) - site.app.deps.clock.nowMs();
    expect(Math.abs(lasts / 86_400_000 - 40)).toBeLessThan(0.01);
  });

  test('is for the maker alone, and no way for a key to get more', async () => {
    const mine = await made({ permissions: ['watch', 'workspace'] });
    const admin = await member('admin');
    expect(await rotate(mine.id, admin.token)).toMatchObject({
      status: 403,
      body: { detail: expect.stringMatching(/^Only person\d+, who made this key, can rotate it/) },
    });
    const robot = await made({ permissions: ['watch', 'keys'] });
    const withKey = await site.call('POST', `/api/keys/${mine.id}/rotate`, { token: robot.key });
    expect(withKey.status).toBe(403);
    expect((await revoke(mine.id, admin.token)).status).toBe(200);
  });
});

describe('a key made by a key', () => {
  test('has at most what the key has', async () => {
    const parent = await made({
      permissions: ['watch', 'keys', 'spend'],
      networks: ['127.0.0.0/24'],
      expires_at: inDays(10),
      monthly_limit_cents: 5_000,
    });
    const child = (input: object) =>
      site.call('POST', '/api/keys', {
        token: parent.key,
        payload: { name: randomUUID(), permissions: ['watch'], phones: 'all', ...input },
      });
    for (const input of [
      { permissions: ['control'] },
      { networks: ['10.0.0.1'] },
      { networks: ['127.0.0.0/16'] },
      { monthly_limit_cents: 5_001 },
    ]) {
      expect([input, (await child(input)).status]).toEqual([input, 403]);
    }
    expect((await child({ expires_at: inDays(11) })).status).toBe(400);
    const { body } = await child({ monthly_limit_cents: 5_000 });
    expect(body).toMatchObject({ networks: ['127.0.0.0/24'], monthly_limit_cents: 5_000 });
    expect(Date.parse(String(body['expires_at']))).toBeLessThanOrEqual(Date.parse(inDays(10)) + 1_000);
    const raise = { token: parent.key, payload: { monthly_limit_cents: 9_000 } };
    expect((await site.call('PATCH', `/api/keys/${parent.id}`, raise)).status).toBe(403);
  });

  test('ends with it, also after a rotation', async () => {
    const parent = await made({ permissions: ['watch', 'keys'] });
    const child = await makeTestKey(site, parent.key);
    const rotated = (await rotate(parent.id)).body as { id: string };
    await revoke(parent.id);
    expect((await useKey(parent.key)).status).toBe(401);
    expect((await useKey(child.key)).status).toBe(200);
    await revoke(rotated.id);
    expect((await useKey(child.key)).status).toBe(401);
    expect((await revoke(rotated.id)).status).toBe(404);
  });
});

test('a key of another team is not found', async () => {
  const { id } = await made();
  const stranger = await signedIn();
  const options = { token: stranger.token };
  expect((await site.call('DELETE', `/api/keys/${id}`, options)).status).toBe(404);
  expect((await site.call('POST', `/api/keys/${id}/rotate`, options)).status).toBe(404);
  const patch = { ...options, payload: { monthly_limit_cents: 1 } };
  expect((await site.call('PATCH', `/api/keys/${id}`, patch)).status).toBe(404);
});

test('its maker is mailed seven days and one day before the end, once each, and not of a rotated key', async () => {
  const { id } = await made({ name: 'long', expires_at: inDays(30) });
  await rotate(id);
  await made({ name: 'brief', expires_at: inDays(3) });
  const mailed = async (after: string): Promise<string[]> => {
    await site.advance(after);
    site.outbox.length = 0;
    for (let n = 0; n < 2; n += 1) await announceKeyEnds(site.app.deps);
    await site.runJobs();
    return site.outbox.map(({ subject }) => subject).filter((subject) => subject.includes('ends soon'));
  };
  expect(await mailed('1 minute')).toEqual([]);
  expect(await mailed('2 days')).toEqual(['A key ends soon: brief']);
  expect(await mailed('20 days')).toEqual([]);
  expect(await mailed('1 day')).toEqual(['A key ends soon: long']);
  expect(await mailed('5 days')).toEqual([]);
  expect(await mailed('1 day')).toEqual(['A key ends soon: long']);
});

test('the mail about a new password names the keys and where they are, and they go on working', async () => {
  const { key } = await made({ name: 'release-robot' });
  await makeTestKey(site, scene.owner.token, { name: 'own-robot' });
  const payload = { current_password: testPassword, new_password: 'Quite another horse 7!' };
  expect(
    (await site.call('POST', '/api/auth/change-password', { token: scene.owner.token, payload })).status,
  ).toBe(200);
  await site.runJobs();
  const mail = site.outbox.find(({ subject }) => subject.includes('password was changed'));
  expect(mail?.text).toContain('release-robot');
  expect(mail?.text).toContain('own-robot');
  expect(mail?.text.match(/\S+\/programs\/keys\S*/g)).toEqual([
    'http://localhost:4000/programs/keys',
    `http://localhost:4000/programs/keys?team=${scene.team}`,
  ]);
  expect(mail?.text).toContain(key.slice(-4));
  expect((await useKey(key)).status).toBe(200);
});
