import type { ActivityRow } from '@pocketfleet/contract';
import { describe, expect, test } from 'vitest';
import { proveClean } from '../../test/test-devices.ts';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { endAssignment } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const { scene, site, member, rentedPhone, made, useKey } = useTeamWithKeys({ leads: false });

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, token: string, payload?: object) =>
  site.call(method, path, { token, workspace: scene.team, ...(payload && { payload }) });

async function read(query = '', token = scene.owner.token): Promise<ActivityRow[]> {
  const { status, body } = await call('GET', `/api/activity${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body['rows'] as ActivityRow[];
}

describe('the list', () => {
  test('shows a member without the permission what they did and what happened on their phones', async () => {
    const other = await rentedPhone(scene.team, scene.owner.id);
    const user = await member('user', [scene.phone]);
    await call('PATCH', `/api/phones/${other}`, scene.owner.token, { label: 'other' });
    await call('PATCH', `/api/phones/${scene.phone}`, scene.owner.token, { label: 'shared' });
    await call('PATCH', `/api/phones/${scene.phone}`, user.token, { label: 'mine' });
    await made();
    const seen = await read('', user.token);
    expect(seen.map(({ kind, address }) => [kind, address])).toEqual([
      ['phone.labelled', '127.0.0.1'],
      ['phone.labelled', null],
    ]);
    expect((await read()).length).toBe(4);
  });

  test('shows a key what it did, and a stranger nothing', async () => {
    const { key } = await made({ permissions: ['watch', 'label'], phones: [scene.phone] });
    await site.call('PATCH', `/api/phones/${scene.phone}`, { token: key, payload: { label: 'by key' } });
    const { body } = await site.call('GET', '/api/activity', { token: key });
    expect((body['rows'] as ActivityRow[]).map(({ kind }) => kind).sort()).toEqual([
      'key.first_used',
      'phone.labelled',
    ]);
    const team = scene.team;
    const stranger = await member('owner');
    await sql`delete from workspace_members where user_id = ${stranger.id} and workspace_id = ${team}`.execute(
      site.db,
    );
    expect((await call('GET', '/api/activity', stranger.token)).status).toBe(404);
  });

  test('shows nothing of earlier rentals to those with named phones', async () => {
    const { phone, owner, team } = scene;
    const label = (text: string) => call('PATCH', `/api/phones/${phone}`, owner.token, { label: text });
    await label('in the rental before');
    const found = await sql<{ id: string }>`select id from assignments where device_id = ${phone}`.execute(
      site.db,
    );
    await endAssignment(site.app.deps, found.rows[0]?.id ?? '');
    await proveClean(site.db, phone);
    await sql`insert into assignments (device_id, user_id, workspace_id, starts_at, expires_at, state, told, prepared_at)
      values (${phone}, ${owner.id}, ${team}, app_now(), app_now() + interval '1 day', 'active', 'ready',
              app_now())`.execute(site.db);
    await label('in this rental');
    const user = await member('user', [phone]);
    const { key } = await made({ permissions: ['watch', 'label'], phones: [phone] });
    const seen = async (token: string) =>
      (await read('?kind=phone.labelled,rental.ended', token)).map(({ kind, details }) => [kind, details]);
    const ofThis = [['phone.labelled', { label: 'in this rental' }]];
    expect(await seen(user.token)).toEqual(ofThis);
    expect(await seen(key)).toEqual(ofThis);
    expect(await seen(owner.token)).toHaveLength(3);
    const csv = await site.app.site.inject({
      url: '/api/activity',
      headers: {
        authorization: `Bearer ${user.token}`,
        'pocketfleet-workspace': team,
        accept: 'text/csv',
      },
    });
    expect(csv.body).toContain('in this rental');
    expect(csv.body).not.toContain('in the rental before');
  });

  test('comes in pages without a gap, and by each filter', async () => {
    for (let n = 0; n < 7; n += 1)
      await call('PATCH', `/api/phones/${scene.phone}`, scene.owner.token, { label: `n${n}` });
    const { id } = await made();
    const all = (await read()).map((row) => row.id);
    const paged: number[] = [];
    let cursor: unknown = '';
    while (cursor !== null) {
      const { body } = await call(
        'GET',
        `/api/activity?limit=3${cursor ? `&cursor=${cursor}` : ''}`,
        scene.owner.token,
      );
      paged.push(...(body['rows'] as ActivityRow[]).map((row) => row.id));
      cursor = body['next_cursor'];
    }
    expect(paged).toEqual(all);
    expect(await read(`?person=${scene.owner.id}&kind=key.made`)).toHaveLength(1);
    expect(await read(`?key=${id}`)).toHaveLength(0);
    expect(await read(`?phone=${scene.phone}`)).toHaveLength(7);
    const later = new Date(site.app.deps.clock.nowMs() + 60_000).toISOString();
    expect(await read(`?from=${later}`)).toHaveLength(0);
    expect(await read(`?to=${later}`)).toHaveLength(8);
    expect((await call('GET', '/api/activity?kind=nonsense', scene.owner.token)).status).toBe(400);
    expect((await call('GET', '/api/activity?cursor=x', scene.owner.token)).status).toBe(400);
    const choices = await call('GET', '/api/activity/choices', scene.owner.token);
    expect(choices.body).toMatchObject({
      who: [{ kind: 'person', id: scene.owner.id }],
      phones: [{ id: scene.phone }],
    });
  });

  test('comes as CSV in which no cell is a formula', async () => {
    await call('PATCH', `/api/phones/${scene.phone}`, scene.owner.token, { label: 'a, "quoted" one' });
    await made({ name: '=cmd()' });
    const { key } = await made({ name: '@sum' });
    await useKey(key);
    const response = await site.app.site.inject({
      url: '/api/activity',
      headers: {
        authorization: `Bearer ${scene.owner.token}`,
        'pocketfleet-workspace': scene.team,
        accept: 'text/csv',
      },
    });
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="activity.csv"');
    const lines = response.body.trimEnd().split('\r\n');
    expect(lines[0]).toBe('at,kind,who_kind,who_id,who,phone,address,details');
    expect(lines).toHaveLength(5);
    expect(response.body).toContain(",'@sum,");
    expect(response.body).toContain('"{""label"":""a, \\""quoted\\"" one""}"');
  });
});
