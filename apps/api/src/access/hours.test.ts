// Keys and connected programs that may be used for some hours a day.
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { sql } from '../platform/database.ts';
import { deleteOldMinutes } from './hours.sql.ts';
import { selectRefused } from './principals.sql.ts';

const { scene, site, make, made, rotate, useKey, list } = useTeamWithKeys({ leads: false });

/** As if the key had called in each minute of them. */
const use = (id: string, minutes: number) =>
  sql`insert into used_minutes (subject, day, minutes, last_minute)
    select coalesce(family_id, id), (app_now() at time zone 'UTC')::date, ${minutes}, app_now() - interval '2 minutes'
    from credentials where id = ${id}
    on conflict (subject, day) do update set minutes = excluded.minutes, last_minute = excluded.last_minute`.execute(
    site.db,
  );
const minutesOf = async (id: string) => {
  const found = await sql<{ minutes: number }>`
    select u.minutes from used_minutes u join credentials c on coalesce(c.family_id, c.id) = u.subject
    where c.id = ${id}`.execute(site.db);
  return found.rows[0]?.minutes;
};

test('a key works for its hours, each minute counts once, and it goes on the next day', async () => {
  const { id, key } = await made({ hours_a_day: 2 });
  expect(await list()).toMatchObject([{ id, hours_a_day: 2 }]);
  for (let n = 0; n < 3; n += 1) expect((await useKey(key)).status).toBe(200);
  // The minute may have changed between these calls.
  expect(await minutesOf(id)).toBeLessThanOrEqual(2);
  await use(id, 119);
  expect((await useKey(key)).status).toBe(200);
  await use(id, 120);
  const refused = await useKey(key);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.body['detail']).toContain('may be used 2 hours a day');
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
  await site.advance('1 day');
  expect((await useKey(key)).status).toBe(200);
  await site.advance('2 days');
  await deleteOldMinutes(site.db);
  expect(await minutesOf(id)).toBeUndefined();
});

test('a rotated key and a key that it makes share its hours; none has more', async () => {
  const before = await made({ hours_a_day: 1, permissions: ['watch', 'keys'] });
  const wide = await make({ name: 'wide', hours_a_day: 2 }, before.key);
  expect(wide).toMatchObject({ status: 403, body: { fields: { hours_a_day: expect.any(String) } } });
  const child = await make({ name: 'child' }, before.key);
  expect(child.body).toMatchObject({ hours_a_day: 1 });
  const after = await rotate(before.id, scene.owner.token);
  expect(after.body).toMatchObject({ hours_a_day: 1 });
  await use(String(after.body['id']), 61);
  for (const key of [before.key, child.body['key'], after.body['key']])
    expect((await useKey(String(key))).status).toBe(429);
});

test('guests of a link that a key made use up its hours', async () => {
  const { id, key } = await made({ hours_a_day: 1, permissions: ['watch', 'control'] });
  const link = await site.call('POST', '/api/share-links', {
    token: key,
    payload: { permission: 'watch', phones: [scene.phone] },
  });
  expect(link).toMatchObject({ status: 200 });
  const token = String(link.body['url']).split('/s/')[1];
  const guest = await site.call('POST', '/api/share-links/join', { payload: { token, name: 'Dana' } });
  expect(guest).toMatchObject({ status: 200 });
  const come = () => site.call('GET', '/api/guest', { token: String(guest.body['access_token']) });
  await use(id, 59);
  expect((await come()).status).toBe(200);
  expect(await minutesOf(id)).toBe(60);
  await use(id, 61);
  expect(await come()).toMatchObject({ status: 429, body: { detail: expect.stringContaining('This link') } });
  const credential = await sql<{ id: string }>`select id from credentials where kind = 'guest'`.execute(
    site.db,
  );
  const open = { credential_id: credential.rows[0]?.id ?? '', workspace_id: scene.team };
  expect(await selectRefused(site.db, [open])).toEqual([{ position: 0, reason: 'session_ended' }]);
});

test('a key without a limit counts no minutes', async () => {
  const { id, key } = await made();
  expect((await useKey(key)).status).toBe(200);
  expect(await minutesOf(id)).toBeUndefined();
});

test.each([0, 25, 1.5, '2'])('%j hours a day are refused', async (hours_a_day) => {
  expect((await make({ hours_a_day })).status).toBe(400);
});
