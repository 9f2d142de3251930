// A key ends with its maker's membership, unless somebody takes it over before; nobody gets more by that than they have.
import { describe, expect, test } from 'vitest';
import { makeTestKey } from '../../test/test-keys.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';

const { scene, site, signedIn, member, rentedPhone, made, list, useKey, rotate } = useTeamWithKeys(
  {},
  { WEBHOOK_NETWORKS: '127.0.0.0/8' },
);

const take = (id: string, token: string, workspace = scene.team) =>
  site.call('POST', `/api/keys/${id}/take-over`, { token, workspace });
const remove = async (id: string) => {
  const path = `/api/workspaces/${scene.team}/members/${id}`;
  expect((await site.call('DELETE', path, { token: scene.owner.token })).status).toBe(200);
};

describe('a key that was taken over', () => {
  test('goes on when its maker is removed; a key that it made ends, and one that nobody took', async () => {
    const admin = await member('admin');
    const taken = await made({ name: 'nightly', permissions: ['watch', 'keys'] }, admin.token);
    const child = await makeTestKey(site, taken.key, { name: 'child' });
    const left = await made({ name: 'left' }, admin.token);
    expect((await take(taken.id, scene.owner.token)).body).toMatchObject({
      id: taken.id,
      made_by: { user_id: scene.owner.id },
      can_rotate: true,
    });
    await remove(admin.id);
    const statuses = [taken, child, left].map(async ({ key }) => (await useKey(key)).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
  });

  test('brings the key that it has replaced along, until that one’s end', async () => {
    const admin = await member('admin');
    const old = await made({}, admin.token);
    const now = (await rotate(old.id, admin.token)).body as { id: string; key: string };
    await take(now.id, scene.owner.token);
    await remove(admin.id);
    expect([(await useKey(old.key)).status, (await useKey(now.key)).status]).toEqual([200, 200]);
  });

  test('has no more permissions, phones and money than who took it', async () => {
    await rentedPhone(scene.team, scene.owner.id);
    const admin = await member('admin', [scene.phone]);
    await sql`update workspace_members set monthly_limit_cents = 5000 where user_id = ${admin.id}
      and workspace_id = ${scene.team}`.execute(site.db);
    const key = await made({
      permissions: ['watch', 'control', 'keys', 'spend', 'workspace'],
      monthly_limit_cents: 9_000,
    });
    expect((await take(key.id, admin.token)).body).toMatchObject({
      permissions: ['watch', 'control', 'spend', 'keys'],
      phones: [scene.phone],
      monthly_limit_cents: 5_000,
    });
    // Phones that the taker gets later don't become the key's.
    await sql`update workspace_members set has_all_phones = true where user_id = ${admin.id}
      and workspace_id = ${scene.team}`.execute(site.db);
    const { body } = await useKey(key.key);
    expect((body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([scene.phone]);
  });

  test('keeps its links and webhooks, which are the new owner’s', async () => {
    site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
    const admin = await member('admin');
    const permissions = ['watch', 'control', 'webhooks'];
    const key = await made({ permissions }, admin.token);
    const byKey = (path: string, payload: object) =>
      site.call('POST', `/api${path}`, { token: key.key, payload });
    const link = await byKey('/share-links', { permission: 'watch', phones: [scene.phone] });
    const webhook = await byKey('/webhooks', { url: 'http://127.0.0.1:9/', events: ['rental.ended'] });
    const token = String(link.body['url']).split('/s/')[1];
    const guest = await site.call('POST', '/api/share-links/join', { payload: { token, name: 'Dana' } });
    await take(key.id, scene.owner.token);
    await remove(admin.id);
    const { status } = await site.call('GET', '/api/guest', { token: String(guest.body['access_token']) });
    expect(status).toBe(200);
    const endpoints = await sql`select id, user_id from webhook_endpoints
      where workspace_id = ${scene.team}`.execute(site.db);
    expect(endpoints.rows).toEqual([{ id: webhook.body['id'], user_id: scene.owner.id }]);
  });

  test('is recorded in the activity, and mailed to the former owner', async () => {
    const admin = await member('admin');
    const { id } = await made({ name: 'nightly' }, admin.token);
    await take(id, scene.owner.token);
    const names = await sql<{ id: string; username: string; email: string }>`
      select id, username, email from users where id = ${admin.id}`.execute(site.db);
    const activity = await site.call('GET', '/api/activity?kind=key.taken_over', {
      token: scene.owner.token,
      workspace: scene.team,
    });
    expect(activity.body['rows']).toMatchObject([
      { who: { id: scene.owner.id }, details: { id, name: 'nightly', from: names.rows[0]?.username } },
    ]);
    await site.runJobs();
    const mails = site.outbox.filter(({ to }) => to === names.rows[0]?.email);
    const mail = mails.find(({ subject }) => subject === 'A key was taken over: nightly');
    expect(mail?.text).toContain(`/programs/keys?team=${scene.team}`);
  });
});

test('a secret that names a key does not go to the member who takes the key over', async () => {
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const admin = await member('admin');
  const { id } = await made({ name: 'bot', permissions: ['watch', 'control', 'secrets'] });
  const payload = { name: 'Bank', value: 'Copper-Kite-7', apps: ['com.example.bank'], principals: [id] };
  const stored = await site.call('POST', '/api/secrets', {
    token: scene.owner.token,
    workspace: scene.team,
    payload,
  });
  expect(stored.status).toBe(200);
  expect((await take(id, admin.token)).status).toBe(200);
  const found = await sql<{ principals: string[] }>`
    select principals from typed_secrets where id = ${stored.body['id']}::uuid`.execute(site.db);
  expect(found.rows[0]?.principals).toEqual([scene.owner.id]);
});

describe('a key is not taken over', () => {
  const code = async (answer: ReturnType<typeof take>) => {
    const { status, body } = await answer;
    return [status, body['code']];
  };

  test('by its maker, by a key, by members without “keys”, or from another team', async () => {
    const { id } = await made();
    expect(await code(take(id, scene.owner.token))).toEqual([409, 'already_done']);
    const admin = await member('admin');
    const robot = await made({ name: 'robot', permissions: ['watch', 'keys'] }, admin.token);
    expect(await code(take(id, robot.key))).toEqual([403, 'forbidden']);
    expect(await code(take(id, (await member('manager')).token))).toEqual([403, 'forbidden']);
    const stranger = await signedIn();
    expect(await code(take(id, stranger.token, stranger.id))).toEqual([404, 'not_found']);
    expect(await code(take(id, stranger.token))).toEqual([404, 'not_found']);
  });

  test('by somebody who has none of its permissions', async () => {
    const { id } = await made({ permissions: ['workspace'] });
    const admin = await member('admin');
    expect(await code(take(id, admin.token))).toEqual([403, 'forbidden']);
    expect((await list()).find((each) => each['id'] === id)).toMatchObject({
      made_by: { user_id: scene.owner.id },
      permissions: ['workspace'],
    });
  });
});
