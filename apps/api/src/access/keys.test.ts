import { randomUUID } from 'node:crypto';
import type { Role } from '@pocketfleet/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { addTestMember, createTestTeam } from '../../test/test-team.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { authenticate } from './access.ts';
import { announceKeyEnds } from './keys.jobs.ts';

const site = useTestApp();
let owner: { id: string; token: string };
let host: string;
let team: string;
let phone: string;
let users = 0;

async function signedIn(): Promise<{ id: string; token: string }> {
  users += 1;
  const name = `person${users}`;
  return { id: await createTestUser(site.db, name), token: await site.signIn(name, testPassword) };
}

async function member(role: Role, phones?: string[]) {
  const made = await signedIn();
  await addTestMember(site.db, team, { user_id: made.id, role, ...(phones && { phones }) });
  return made;
}

async function rentedPhone(workspace: string, user: string): Promise<string> {
  const device = await createTestDevice(site.db, host, `PF-${randomUUID().slice(0, 8)}`);
  await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
    values (${device}, ${user}, ${workspace}, app_now() - interval '1 hour', app_now() + interval '1000 days', 'active',
            'ready', app_now())`.execute(site.db);
  return device;
}

beforeAll(async () => {
  host = await createTestHost(site.db);
});
beforeEach(async () => {
  site.outbox.length = 0;
  await sql`update hosts set link_beat_at = app_now()`.execute(site.db);
  owner = await signedIn();
  team = await createTestTeam(site.db, owner.id);
  phone = await rentedPhone(team, owner.id);
});

const make = (input: object = {}, token = owner.token) =>
  site.call('POST', '/api/keys', {
    token,
    workspace: team,
    payload: { name: 'nightly-tests', permissions: ['watch'], phones: 'all', ...input },
  });
const made = (input: object = {}, token = owner.token) => makeTestKey(site, token, input, team);
const list = async (token = owner.token) => {
  const answer = await site.call('GET', '/api/keys', { token, workspace: team });
  return answer.body['keys'] as Record<string, unknown>[];
};
const useKey = (key: string, options: { address?: string; workspace?: string } = {}) =>
  site.call('GET', '/api/phones', { token: key, ...options });
const rotate = (id: string, token = owner.token) =>
  site.call('POST', `/api/keys/${id}/rotate`, { token, workspace: team });
const revoke = (id: string, token = owner.token) =>
  site.call('DELETE', `/api/keys/${id}`, { token, workspace: team });
const inDays = (days: number) => new Date(site.app.deps.clock.nowMs() + days * 86_400_000).toISOString();

describe('a key', () => {
  test('is answered once, stored as a hash, and by default ends in 90 days and spends nothing', async () => {
    const { status, body } = await make();
    expect(status).toBe(200);
    const key = String(body['key']);
    expect(body).toMatchObject({ networks: [], monthly_limit_cents: 0, last_used_at: null, old_key: null });
    const days = (Date.parse(String(body['expires_at'])) - site.app.deps.clock.nowMs()) / 86_400_000;
    expect(days).toBeCloseTo(90, 2);
    const [listed] = await list();
    expect(listed).toMatchObject({ prefix: key.slice(0, 12), last_four: key.slice(-4), phones: 'all' });
    const stored = await sql<{ row: string }>`select to_jsonb(c)::text as row from credentials c`.execute(
      site.db,
    );
    expect(JSON.stringify([stored.rows, listed])).not.toContain(key);
  });

  test('works in its own team alone, with what it was given, and says when and where it was used', async () => {
    const { key } = await made({ phones: [phone] });
    await rentedPhone(team, owner.id);
    const answer = await useKey(key, { address: '203.0.113.24' });
    expect((answer.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([phone]);
    expect((await useKey(key, { workspace: team })).status).toBe(200);
    for (const workspace of [owner.id, randomUUID()]) {
      expect(await useKey(key, { workspace })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await list())[0]).toMatchObject({
      last_used_from: '203.0.113.24',
      last_used_at: expect.any(String),
    });
    const start = (purpose: string) =>
      site.call('POST', `/api/devices/${phone}/stream/start`, { token: key, payload: { purpose } });
    expect((await start('view')).status).toBe(200);
    expect(await start('control')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: 'This key does not have the permission “control”.' },
    });
    expect((await site.call('GET', '/api/auth/sessions', { token: key })).status).toBe(403);
    expect((await site.call('GET', '/api/keys', { token: key })).status).toBe(403);
  });

  test('is told to its maker by mail, without the key', async () => {
    const { key } = await made({ name: 'store-feed' });
    await site.runJobs();
    const mail = site.outbox.find(({ subject }) => subject.endsWith('store-feed'));
    expect(mail).toMatchObject({
      to: expect.stringMatching(/^person/),
      subject: 'A key was made: store-feed',
    });
    expect(mail?.text).toContain(`/programs/keys?team=${team}`);
    expect(JSON.stringify(mail)).not.toContain(key);
  });

  test('loses what its maker loses, and ends with their membership', async () => {
    const admin = await member('admin');
    const { key } = await made({ permissions: ['watch', 'control'] }, admin.token);
    const control = () =>
      site.call('POST', `/api/devices/${phone}/stream/start`, {
        token: key,
        payload: { purpose: 'control' },
      });
    expect((await control()).status).toBe(200);
    await sql`update workspace_members set role = 'viewer' where user_id = ${admin.id} and workspace_id = ${team}`.execute(
      site.db,
    );
    expect((await control()).status).toBe(403);
    expect((await useKey(key)).status).toBe(200);
    await sql`delete from workspace_members where user_id = ${admin.id} and workspace_id = ${team}`.execute(
      site.db,
    );
    expect((await useKey(key)).status).toBe(401);
    await addTestMember(site.db, team, { user_id: admin.id, role: 'admin' });
    expect((await useKey(key)).status).toBe(401);
    expect(await list()).toEqual([]);
  });
});

describe('a key is refused', () => {
  test.each<[string, object, number, string, string | RegExp]>([
    ['without permissions', { permissions: [] }, 400, 'invalid_input', 'Choose at least one permission'],
    ['with an unknown permission', { permissions: ['fly'] }, 400, 'invalid_input', /one of these/],
    ['without a name', { name: ' ' }, 400, 'invalid_input', 'Give the key a name'],
    ['without phones', { phones: [] }, 400, 'invalid_input', /at least one phone/],
    [
      'for a phone that is somebody else’s',
      { phones: [randomUUID()] },
      403,
      'device_not_assigned',
      /isn’t yours/,
    ],
    [
      'with a mistyped network',
      { networks: ['203.0.113.'] },
      400,
      'invalid_input',
      /such as 203.0.113.0\/24/,
    ],
    ['with an end that is past', { expires_at: '2001-01-01T00:00:00Z' }, 400, 'invalid_input', /past/],
    [
      'with an end in two years',
      { expires_at: '2090-01-01T00:00:00Z' },
      400,
      'invalid_input',
      /a year at most/,
    ],
    ['with less than no money', { monthly_limit_cents: -1 }, 400, 'invalid_input', /negative/],
  ])('%s', async (_, input, status, code, detail) => {
    const answer = await make(input);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(answer.body['detail']).toMatch(detail);
    expect(await list()).toEqual([]);
  });

  test('that has a permission, a phone or money which its maker lacks, by name', async () => {
    const admin = await member('admin', [phone]);
    const other = await rentedPhone(team, owner.id);
    expect(await make({ permissions: ['watch', 'workspace'], phones: [phone] }, admin.token)).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail: 'You don’t have the permission “workspace”, so your key can’t have it.',
      },
    });
    for (const phones of ['all', [phone, other]]) {
      const answer = await make({ phones }, admin.token);
      expect([answer.status, answer.body['code']]).toEqual([403, 'device_not_assigned']);
    }
    expect((await make({ phones: [phone] }, admin.token)).status).toBe(200);
    const user = await member('user');
    expect((await make({}, user.token)).status).toBe(403);
  });

  test('with the name of another key, until that one is revoked', async () => {
    const { id } = await made({ name: 'Robot' });
    expect(await make({ name: 'robot' })).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    expect((await revoke(id)).status).toBe(200);
    expect((await make({ name: 'robot' })).status).toBe(200);
  });

  test('when fifty work already, also when many are made at once', async () => {
    const all = await Promise.all(Array.from({ length: 53 }, (_, n) => make({ name: `k${n}` })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = all.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body['code'])).toEqual(['conflict', 'conflict', 'conflict']);
  });
});

describe('a call with a key is refused', () => {
  test('from another network', async () => {
    const { key } = await made({ networks: ['203.0.113.9/24', '2001:db8::/32'] });
    expect((await list())[0]?.['networks']).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    for (const address of ['203.0.113.200', '2001:db8::5', '::ffff:203.0.113.7']) {
      expect([address, (await useKey(key, { address })).status]).toEqual([address, 200]);
    }
    for (const address of ['203.0.114.1', '2001:db9::5']) {
      const answer = await useKey(key, { address });
      expect([address, answer.status]).toEqual([address, 403]);
      expect(answer.body['detail']).toBe('This key can’t be used from your network.');
    }
  });

  test('after its end', async () => {
    const { key } = await made({ expires_at: inDays(1) });
    expect((await useKey(key)).status).toBe(200);
    await site.advance('25 hours');
    expect(await useKey(key)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
  });

  test('that is mistyped, by its checksum, without asking the database', async () => {
    const { key } = await made();
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    expect(await useKey(wrong)).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('typing error') },
    });
    const { db, statements } = countStatements(site.db);
    const ask = (secret: string) =>
      authenticate({ db }, { secret, workspaceId: undefined, address: '127.0.0.1' });
    await expect(ask(wrong)).rejects.toMatchObject({ code: 'not_authenticated' });
    expect(statements()).toBe(0);
    await ask(key);
    expect(statements()).toBeGreaterThan(0);
  });
});

describe('rotation', () => {
  test('gives a new key with the same rights, and both work for 24 hours', async () => {
    const old = await made({ permissions: ['watch', 'apps'], phones: [phone], networks: ['127.0.0.1'] });
    const { status, body } = await rotate(old.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      permissions: ['watch', 'apps'],
      phones: [phone],
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

describe('what a key makes', () => {
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

test('its maker is told seven days and one day before the end, once each, and not of a rotated key', async () => {
  const { id } = await made({ name: 'long', expires_at: inDays(30) });
  await rotate(id);
  await made({ name: 'brief', expires_at: inDays(3) });
  const told = async (after: string): Promise<string[]> => {
    await site.advance(after);
    site.outbox.length = 0;
    for (let n = 0; n < 2; n += 1) await announceKeyEnds(site.app.deps);
    await site.runJobs();
    return site.outbox.map(({ subject }) => subject).filter((subject) => subject.includes('ends soon'));
  };
  expect(await told('1 minute')).toEqual([]);
  expect(await told('2 days')).toEqual(['A key ends soon: brief']);
  expect(await told('20 days')).toEqual([]);
  expect(await told('1 day')).toEqual(['A key ends soon: long']);
  expect(await told('5 days')).toEqual([]);
  expect(await told('1 day')).toEqual(['A key ends soon: long']);
});

test('the mail about a new password names the keys, which go on working', async () => {
  const { key } = await made({ name: 'release-robot' });
  const payload = { current_password: testPassword, new_password: 'Quite another horse 7!' };
  expect((await site.call('POST', '/api/auth/change-password', { token: owner.token, payload })).status).toBe(
    200,
  );
  await site.runJobs();
  const mail = site.outbox.find(({ subject }) => subject.includes('password was changed'));
  expect(mail?.text).toContain('release-robot');
  expect(mail?.text).toContain(key.slice(-4));
  expect((await useKey(key)).status).toBe(200);
});
