import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { findEmbedOrigin } from './embeds.ts';

const { scene, site, member, made, revoke } = useTeamWithKeys();

async function embed(token: string, payload: object = {}, device = scene.phone) {
  const answer = await site.call('POST', `/api/devices/${device}/embeds`, {
    token,
    workspace: scene.team,
    payload: { origin: 'https://www.example.com', ...payload },
  });
  return {
    status: answer.status,
    body: answer.body as Record<string, string> & { fields?: Record<string, string> },
  };
}
const originOf = (url: string) => findEmbedOrigin({ db: site.db }, url.split('/').at(-1) ?? '');
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test('an embed is a link of one phone, to watch, for an hour, for one origin', async () => {
  const { status, body } = await embed(scene.owner.token);
  expect(status).toBe(200);
  expect(body).toMatchObject({ permission: 'watch', origin: 'https://www.example.com' });
  expect(body['url']).toMatch(/\/embed\/[\w-]{20,}$/);
  const leftMs = Date.parse(body['ends_at'] ?? '') - site.app.deps.clock.nowMs();
  expect(leftMs).toBeGreaterThan(3_500_000);
  expect(leftMs).toBeLessThanOrEqual(3_600_000);
  expect(await originOf(body['url'] ?? '')).toBe('https://www.example.com');
  const { links } = (
    await site.call('GET', '/api/share-links', { token: scene.owner.token, workspace: scene.team })
  ).body as { links: { id: string; embed_origin: string; phones: string[] }[] };
  expect(links.find(({ id }) => id === body['id'])).toMatchObject({
    embed_origin: 'https://www.example.com',
    phones: [scene.phone],
  });
  await site.call('DELETE', `/api/share-links/${body['id']}`, {
    token: scene.owner.token,
    workspace: scene.team,
  });
  expect(await originOf(body['url'] ?? '')).toBeUndefined();
});

test.each([
  'https://www.example.com/path',
  'https://*.example.com',
  'http://www.example.com',
  "https://a.example 'self'",
  'https://a.example;script-src *',
  'null',
  '*',
])('the origin %s is refused', async (origin) => {
  const { status, body } = await embed(scene.owner.token, { origin });
  expect([status, body['code']]).toEqual([400, 'invalid_input']);
  expect(body.fields).toHaveProperty('origin');
});

test('more than an hour is refused', async () => {
  const { status, body } = await embed(scene.owner.token, { ends_at: inMs(61 * 60_000) });
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['ends_at']]);
});

test('nobody gives more than they have, or a phone that isn’t theirs', async () => {
  const viewer = await member('viewer');
  expect((await embed(viewer.token)).status).toBe(403);
  const watcher = await made({ permissions: ['watch'] });
  expect((await embed(watcher.key)).status).toBe(403);
  const stranger = await embed(scene.owner.token, {}, '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11');
  expect([stranger.status, stranger.body['code']]).toEqual([403, 'device_not_assigned']);
});

test('it ends with the key that made it', async () => {
  const key = await made({ permissions: ['watch', 'control'] });
  const { body } = await embed(key.key);
  expect(await originOf(body['url'] ?? '')).toBe('https://www.example.com');
  await revoke(key.id);
  expect(await originOf(body['url'] ?? '')).toBeUndefined();
});

test('the database takes no origin that would say more in a header', async () => {
  await embed(scene.owner.token);
  const wrong = sql`update share_links set embed_origin = 'https://a.example; script-src *'`.execute(site.db);
  await expect(wrong).rejects.toThrow(/check/);
});

/** Adds this many embeds, as copies of an existing one. */
async function copyLink(id: string, times: number): Promise<void> {
  await sql`with copies as (
      insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, name, permissions, has_all_phones, expires_at)
      select kind, user_id, workspace_id, sha256((id::text || n)::bytea), user_agent, name, permissions, has_all_phones, expires_at
      from credentials, generate_series(1, ${times}::int) as n where id = ${id} returning id)
    insert into share_links (credential_id, max_guests, embed_origin)
    select copies.id, s.max_guests, s.embed_origin from copies, share_links s where s.credential_id = ${id}`.execute(
    site.db,
  );
}

test('embeds don’t use up the links of the team, and have a limit of their own', async () => {
  const { body: first } = await embed(scene.owner.token);
  await copyLink(first['id'] ?? '', 998);
  const share = (payload = { name: 'a', permission: 'watch', phones: [scene.phone], max_guests: 5 }) =>
    site.call('POST', '/api/share-links', { token: scene.owner.token, workspace: scene.team, payload });
  const link = await share();
  expect(link.status, JSON.stringify(link.body)).toBe(200);
  await copyLink(String(link.body['id']), 99);
  expect((await share()).body).toMatchObject({ code: 'limit_reached' });
  const { links } = (
    await site.call('GET', '/api/share-links', { token: scene.owner.token, workspace: scene.team })
  ).body as { links: { embed_origin: string | null }[] };
  expect(links.filter(({ embed_origin }) => embed_origin === null)).toHaveLength(100);
  expect((await embed(scene.owner.token)).status).toBe(200);
  const refused = await embed(scene.owner.token);
  expect(refused.body).toMatchObject({
    code: 'limit_reached',
    detail: expect.stringContaining('1000 embeds'),
  });
});

test('embeds and links are counted apart in an hour, too', async () => {
  await sql`insert into limit_windows (key, starts_at, ends_at, used)
    values (${`make-share-link:${scene.team}`}, app_now(), app_now() + interval '1 hour', 200)`.execute(
    site.db,
  );
  expect((await embed(scene.owner.token)).status).toBe(200);
});
