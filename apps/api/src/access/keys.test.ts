import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { addTestMember } from '../../test/test-team.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { authenticate } from './access.ts';

const { scene, site, member, rentedPhone, make, made, list, useKey, revoke, inDays } = useTeamWithKeys();

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
    const { key } = await made({ phones: [scene.phone] });
    await rentedPhone(scene.team, scene.owner.id);
    const answer = await useKey(key, { address: '203.0.113.24' });
    expect((answer.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([scene.phone]);
    expect((await useKey(key, { workspace: scene.team })).status).toBe(200);
    for (const workspace of [scene.owner.id, randomUUID()]) {
      expect(await useKey(key, { workspace })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await list())[0]).toMatchObject({
      last_used_from: '203.0.113.24',
      last_used_at: expect.any(String),
    });
    const start = (purpose: string) =>
      site.call('POST', `/api/devices/${scene.phone}/stream/start`, { token: key, payload: { purpose } });
    expect((await start('view')).status).toBe(200);
    expect(await start('control')).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail:
          'This key does not have the permission “control”. It stays as it was made: make a key that has it, on the page Programs.',
      },
    });
    expect((await site.call('GET', '/api/auth/sessions', { token: key })).status).toBe(403);
    expect((await site.call('GET', '/api/keys', { token: key })).status).toBe(403);
  });

  test('is mailed to its maker, without the key', async () => {
    const { key } = await made({ name: 'store-feed' });
    await site.runJobs();
    const mail = site.outbox.find(({ subject }) => subject.endsWith('store-feed'));
    expect(mail).toMatchObject({
      to: expect.stringMatching(/^person/),
      subject: 'A key was made: store-feed',
    });
    expect(mail?.text).toContain(`/programs/keys?team=${scene.team}`);
    expect(JSON.stringify(mail)).not.toContain(key);
  });

  test('loses what its maker loses, and ends with their membership', async () => {
    const admin = await member('admin');
    const { key } = await made({ permissions: ['watch', 'control'] }, admin.token);
    const control = () =>
      site.call('POST', `/api/devices/${scene.phone}/stream/start`, {
        token: key,
        payload: { purpose: 'control' },
      });
    expect((await control()).status).toBe(200);
    await sql`update workspace_members set role = 'viewer' where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
      site.db,
    );
    expect((await control()).status).toBe(403);
    expect((await useKey(key)).status).toBe(200);
    await sql`delete from workspace_members where user_id = ${admin.id} and workspace_id = ${scene.team}`.execute(
      site.db,
    );
    expect((await useKey(key)).status).toBe(401);
    await addTestMember(site.db, scene.team, { user_id: admin.id, role: 'admin' });
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
    const admin = await member('admin', [scene.phone]);
    const other = await rentedPhone(scene.team, scene.owner.id);
    expect(
      await make({ permissions: ['watch', 'workspace'], phones: [scene.phone] }, admin.token),
    ).toMatchObject({
      status: 403,
      body: {
        code: 'forbidden',
        detail: 'You don’t have the permission “workspace”, so your key can’t have it.',
      },
    });
    for (const phones of ['all', [scene.phone, other]]) {
      const answer = await make({ phones }, admin.token);
      expect([answer.status, answer.body['code']]).toEqual([403, 'device_not_assigned']);
    }
    expect((await make({ phones: [scene.phone] }, admin.token)).status).toBe(200);
    await sql`update workspace_members set monthly_limit_cents = 5000 where user_id = ${admin.id}
      and workspace_id = ${scene.team}`.execute(site.db);
    const money = { name: 'buyer', permissions: ['rent', 'spend'], phones: [scene.phone] };
    const ofLimit = {
      code: 'forbidden',
      fields: { monthly_limit_cents: expect.stringContaining('$50.00 a month') },
    };
    expect((await make({ ...money, monthly_limit_cents: 5_001 }, admin.token)).body).toMatchObject(ofLimit);
    const { body: buyer } = await make({ ...money, monthly_limit_cents: 5_000 }, admin.token);
    const change = (monthly_limit_cents: number) =>
      site.call('PATCH', `/api/keys/${buyer['id']}`, {
        token: admin.token,
        workspace: scene.team,
        payload: { monthly_limit_cents },
      });
    expect((await change(5_001)).body).toMatchObject(ofLimit);
    expect((await change(4_000)).status).toBe(200);
    const user = await member('user');
    expect((await make({}, user.token)).status).toBe(403);
  });

  test('with the name of another key, until that one is revoked', async () => {
    const { id } = await made({ name: 'Robot' });
    expect(await make({ name: 'robot' })).toMatchObject({ status: 409, body: { code: 'already_exists' } });
    expect((await revoke(id)).status).toBe(200);
    expect((await make({ name: 'robot' })).status).toBe(200);
  });

  test('when fifty work already, also when the last ones are made at once', async () => {
    // One after the other: of fifty calls at once, a busy machine answers the last ones that the database can't be reached in time.
    for (let n = 0; n < 48; n += 1) await made({ name: `k${n}` });
    const all = await Promise.all(Array.from({ length: 5 }, (_, n) => make({ name: `last${n}` })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
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
