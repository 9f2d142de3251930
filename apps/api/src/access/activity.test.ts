import { type ActivityRow, activityKinds } from '@pocketfleet/contract';
import { describe, expect, test } from 'vitest';
import { addAuthenticator } from '../../test/use-factor-scene.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';
import { deleteOldDays, sweepActivity } from './activity.jobs.ts';

const { scene, site, member, rentedPhone, made, rotate, revoke, useKey } = useTeamWithKeys({ leads: false });

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, token: string, payload?: object) =>
  site.call(method, path, { token, workspace: scene.team, ...(payload && { payload }) });

async function read(query = '', token = scene.owner.token): Promise<ActivityRow[]> {
  const { status, body } = await call('GET', `/api/activity${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body['rows'] as ActivityRow[];
}
const kinds = async (query?: string, token?: string) =>
  (await read(query, token)).map(({ kind }) => kind).reverse();

describe('the record', () => {
  const rows = () => sql<{ rows: number }>`select count(*)::int as rows from activity`.execute(site.db);

  test.each([
    ['an update', sql`update activity set who_name = 'nobody'`],
    ['an update through a view of all columns', sql`update activity set at = at - interval '500 days'`],
    ['a deletion', sql`delete from activity`],
    ['a deletion of one row', sql`delete from activity where id = (select max(id) from activity)`],
    ['emptying the table', sql`truncate activity`],
    ['emptying it with what refers to it', sql`truncate activity cascade`],
  ])('refuses %s by the role of the API', async (_what, statement) => {
    await made();
    const before = (await rows()).rows;
    expect(before).not.toEqual([{ rows: 0 }]);
    await expect(statement.execute(site.db)).rejects.toMatchObject({ code: '23001' });
    expect((await rows()).rows).toEqual(before);
  });

  test('refuses changes in a session that replays those of another database', async () => {
    await made();
    const replayed = site.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`delete from activity`.execute(tx);
    });
    await expect(replayed).rejects.toMatchObject({ code: '23001' });
  });

  test('takes the time of a row from the database', async () => {
    await sql`insert into activity (workspace_id, kind, who_kind, who_name, at)
      values (${scene.team}, 'member.left', 'system', '', '2001-01-01')`.execute(site.db);
    const [row] = await read();
    expect(Math.abs(Date.parse(row?.at ?? '') - site.app.deps.clock.nowMs())).toBeLessThan(5_000);
  });

  test('loses whole days once they are older than 400 days, and nothing before', async () => {
    await made();
    const first = (await read()).at(-1)?.id ?? 0;
    const isThere = async () =>
      (await sql`select 1 from activity where id = ${first}`.execute(site.db)).rows.length > 0;
    await site.advance('400 days');
    await deleteOldDays(site.db);
    expect(await isThere()).toBe(true);
    await site.advance('1 day');
    await deleteOldDays(site.db);
    expect(await isThere()).toBe(false);
  });

  test('survives its workspace, its phone and its person', async () => {
    const names = await sql<{ target: string }>`
      select conname as target from pg_constraint where conrelid = 'activity'::regclass and contype = 'f'`.execute(
      site.db,
    );
    expect(names.rows).toEqual([]);
  });
});

describe('keys', () => {
  test('are followed from making over first use and rotation to their end', async () => {
    const { id, key } = await made({ name: 'nightly' });
    await useKey(key, { address: '198.51.100.7' });
    await useKey(key);
    const { body } = await rotate(id);
    await revoke(String(body['id']));
    expect(await kinds('')).toEqual([
      'key.made',
      'key.first_used',
      'key.rotated',
      'key.revoked',
      'key.revoked',
    ]);
    const [used] = await read('?kind=key.first_used');
    expect(used).toMatchObject({
      who: { kind: 'key', id, name: 'nightly' },
      address: '198.51.100.7',
      details: { name: 'nightly' },
    });
    const [first] = await read('?kind=key.made');
    expect(first).toMatchObject({ who: { kind: 'person', id: scene.owner.id }, address: '127.0.0.1' });
  });

  test('that are refused are recorded, at most five times in a minute', async () => {
    const { key } = await made({ networks: ['203.0.113.0/24'] });
    for (let n = 0; n < 7; n += 1) expect((await useKey(key)).status).toBe(403);
    const refused = await read('?kind=key.refused');
    expect(refused.map(({ details }) => details)).toHaveLength(5);
    expect(refused[0]).toMatchObject({ details: { why: 'network' }, address: '127.0.0.1' });
    const other = await made({ name: 'ended' });
    await revoke(other.id);
    expect((await useKey(other.key)).status).toBe(401);
    const [last] = await read('?kind=key.refused');
    expect(last).toMatchObject({ who: { name: 'ended' }, details: { why: 'revoked' } });
    expect(Object.keys(last?.details ?? {}).sort()).toEqual(['id', 'name', 'why']);
  });

  test('that end by time are recorded once, and say so', async () => {
    const soon = new Date(site.app.deps.clock.nowMs() + 60_000).toISOString();
    const { key } = await made({ expires_at: soon });
    await site.advance('2 minutes');
    for (let n = 0; n < 2; n += 1) await sweepActivity(site.app.deps);
    expect(await kinds('?kind=key.ended')).toHaveLength(1);
    expect(await read('?kind=key.ended')).toMatchObject([
      { who: { kind: 'system' }, details: { by_time: true } },
    ]);
    await useKey(key);
    expect((await read('?kind=key.refused'))[0]).toMatchObject({ details: { why: 'expired' } });
  });

  test('and people that lack a right are recorded with the call, but not what their pages ask by themselves', async () => {
    const { key } = await made({ name: 'assistant' });
    const viewer = await member('viewer');
    await site.call('POST', `/api/devices/${scene.phone}/restart`, { token: key });
    await call('POST', `/api/devices/${scene.phone}/restart`, viewer.token);
    await call('POST', `/api/devices/${scene.phone}/stream/start`, viewer.token, { purpose: 'control' });
    await call('GET', '/api/keys', viewer.token);
    expect(await read('?kind=call.refused')).toMatchObject([
      { who: { kind: 'person' }, details: { call: 'POST /devices/{id}/restart' } },
      { who: { kind: 'key', name: 'assistant' }, details: { call: 'POST /devices/{id}/restart' } },
    ]);
  });
});

test('a key that names another team, and one that asks for a phone that isn’t its own, are recorded', async () => {
  const other = await rentedPhone(scene.team, scene.owner.id);
  const { id, key } = await made({ permissions: ['watch', 'control'], phones: [scene.phone] });
  for (const workspace of [scene.owner.id, '6f1c0f5e-8a4f-4d8e-9a55-0b8f6a0f4b11'])
    for (let n = 0; n < 4; n += 1) expect((await useKey(key, { workspace })).status).toBe(404);
  const refused = await read('?kind=key.refused');
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ who: { kind: 'key', id }, details: { why: 'other_team' } });
  await site.advance('61 seconds');
  const asked = await site.call('POST', `/api/devices/${other}/restart`, { token: key });
  expect(asked.body['code']).toBe('device_not_assigned');
  expect(await read('?kind=call.refused')).toMatchObject([
    { who: { id }, details: { call: 'POST /devices/{id}/restart', why: asked.body['detail'] } },
  ]);
  await call('POST', `/api/devices/${other}/restart`, (await member('user', [scene.phone])).token);
  expect(await read('?kind=call.refused')).toHaveLength(1);
});

test('a link that is full, and one that was tried after its end, are recorded with the reason', async () => {
  const { body } = await call('POST', '/api/share-links', scene.owner.token, {
    name: 'Review',
    permission: 'watch',
    phones: [scene.phone],
    max_guests: 1,
  });
  const token = String(body['url']).split('/s/')[1];
  const visit = (path: string, payload: object) =>
    site.call('POST', `/api/share-links${path}`, { payload: { token, ...payload }, address: '203.0.113.9' });
  await visit('/join', { name: 'Dana' });
  expect((await visit('/join', { name: 'Eve' })).body['code']).toBe('limit_reached');
  await call('DELETE', `/api/share-links/${body['id']}`, scene.owner.token);
  expect((await visit('/open', {})).status).toBe(404);
  for (let n = 0; n < 6; n += 1) expect((await visit('/join', { name: 'Eve' })).status).toBe(404);
  const rows = (await read('?kind=link.refused')).reverse();
  expect(rows.map(({ who, details }) => [who.name, details])).toEqual([
    ['Eve', { id: body['id'], name: 'Review', why: 'full' }],
    ['', { id: body['id'], name: 'Review', why: 'ended' }],
    ...Array(3).fill(['', { id: body['id'], name: 'Review', why: 'ended' }]),
  ]);
});

test('links and guests are recorded from making to their end', async () => {
  const { body } = await call('POST', '/api/share-links', scene.owner.token, {
    name: 'Review',
    permission: 'control',
    phones: [scene.phone],
    password: 'right-password',
  });
  const token = String(body['url']).split('/s/')[1];
  const join = (password: string) =>
    site.call('POST', '/api/share-links/join', {
      payload: { token, name: 'Dana', password },
      address: '203.0.113.9',
    });
  await join('wrong-password');
  const guest = await join('right-password');
  const { links } = (await call('GET', '/api/share-links', scene.owner.token)).body as {
    links: { guests: { id: string }[] }[];
  };
  const path = `/api/share-links/${body['id']}/guests/${links[0]?.guests[0]?.id}`;
  await call('PATCH', path, scene.owner.token, { permission: 'watch' });
  await call('PATCH', path, scene.owner.token, { permission: 'control' });
  await site.call('DELETE', '/api/guest', { token: String(guest.body['access_token']) });
  await join('right-password');
  await call('DELETE', `/api/share-links/${body['id']}`, scene.owner.token);
  expect((await kinds()).slice(0, 7)).toEqual([
    'link.made',
    'link.refused',
    'guest.joined',
    'guest.only_watches',
    'guest.given_control',
    'guest.left',
    'guest.joined',
  ]);
  expect((await kinds()).slice(7).sort()).toEqual(['guest.cut_off', 'link.ended']);
  expect(await read('?kind=guest.left,link.refused')).toMatchObject([
    { who: { kind: 'guest', name: 'Dana' } },
    { who: { kind: 'guest', id: null, name: 'Dana' }, address: '203.0.113.9', details: { name: 'Review' } },
  ]);
});

test('the rule of the second factor is recorded when it is switched on and off, and not when it stays', async () => {
  await addAuthenticator(site, scene.owner.token);
  const path = `/api/workspaces/${scene.team}/second-factor`;
  for (const is_required of [true, true, false]) {
    const { status } = await call('POST', path, scene.owner.token, { is_required });
    expect(status).toBe(200);
  }
  expect(await read('?kind=workspace.second_factor_rule')).toMatchObject([
    { details: { is_required: false } },
    { details: { is_required: true }, who: { kind: 'person', id: scene.owner.id }, address: '127.0.0.1' },
  ]);
});

test('a stored secret is recorded when it is made and deleted, by its name, in the list and in the CSV', async () => {
  site.app.deps.config.operatorSecretsKeys = [Buffer.alloc(32, 7)];
  const secret = { name: 'Bank', value: 'Copper-Kite-7', apps: ['com.android.signin'] };
  const made = await call('POST', '/api/secrets', scene.owner.token, secret);
  expect((await call('POST', '/api/secrets', scene.owner.token, secret)).body['code']).toBe('already_exists');
  const id = String(made.body['id']);
  await call('DELETE', `/api/secrets/${id}`, scene.owner.token);
  expect((await call('DELETE', `/api/secrets/${id}`, scene.owner.token)).status).toBe(404);
  expect((await read()).map(({ kind, details }) => [kind, details])).toEqual([
    ['secret.deleted', { id, name: 'Bank' }],
    ['secret.made', { id, name: 'Bank' }],
  ]);
  const csv = await site.app.site.inject({
    url: '/api/activity?kind=secret.made,secret.deleted',
    headers: {
      authorization: `Bearer ${scene.owner.token}`,
      'pocketfleet-workspace': scene.team,
      accept: 'text/csv',
    },
  });
  expect(csv.body).toContain('secret.made,person');
  expect(csv.body).toContain('secret.deleted,person');
  expect(csv.body + JSON.stringify(await read())).not.toContain('Copper-Kite-7');
});

describe('rentals and phones', () => {
  test('keep the tag of a phone that has gone', async () => {
    const phone = await rentedPhone(scene.team, scene.owner.id);
    const [assignment] = (
      await sql<{ id: string }>`select id from assignments where device_id = ${phone}`.execute(site.db)
    ).rows;
    await call('PATCH', `/api/phones/${phone}`, scene.owner.token, { label: 'Till 3' });
    await endAssignment(site.app.deps, assignment?.id ?? '');
    const rows = await read(`?phone=${phone}`);
    expect(rows.map(({ kind, phone: at }) => [kind, at?.id, at?.tag.startsWith('PF-')])).toEqual([
      ['rental.ended', phone, true],
      ['phone.labelled', phone, true],
    ]);
    expect(rows[0]).toMatchObject({ who: { kind: 'system' }, details: { reason: 'revoked' } });
  });
});

test('each row that was written here has details of its kind’s form', async () => {
  const { rows } = await sql<{ kind: keyof typeof activityKinds; details: object }>`
    select distinct kind, details from activity`.execute(site.db);
  expect(rows.length).toBeGreaterThan(15);
  for (const { kind, details } of rows) {
    const parsed = activityKinds[kind].strict().safeParse(details);
    expect([kind, details, parsed.error?.issues]).toEqual([kind, details, undefined]);
  }
});
